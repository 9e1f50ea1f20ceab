import jwt from 'jsonwebtoken'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aCast, CAST_PASSWORD, type Cast, type Person } from '../../tests/support/cast.ts'
import { openEventStream, type EventStream } from '../../tests/support/event-stream.ts'
import { startTestService, type TestService } from '../../tests/support/service.ts'

const SECRET = 'a secret of thirty-two bytes or more'
const PUBLISHED = 'subscription { articlePublished { id } }'

describe('C7.2 subscriptions whose credential is no longer valid', { timeout: 30_000 }, () => {
  let [service, cast] = [] as unknown as [TestService, Cast]
  let [author, passing] = [] as unknown as [Person, Person]

  beforeAll(async () => {
    service = await startTestService('PostgreSQL', { JWT_SECRET: SECRET })
    cast = aCast(service, SECRET)
    author = await cast.person('AUTHOR')
    passing = await cast.personWithPassword('READER')
  }, 60_000)
  afterAll(() => service.stop())

  it('end when the token has expired, the key is revoked or the password has changed', async () => {
    const short = `Bearer ${jwt.sign({ sub: passing.id, exp: Math.floor(Date.now() / 1000) - 28 }, SECRET)}`
    const made = await service.call('POST', '/api/api-keys', {
      as: passing.as as string,
      body: { name: 'a listener', scopes: ['articles:read'] },
    })
    const { body: me } = await service.call('GET', '/api/me', { as: passing.as as string })
    const password = `Basic ${Buffer.from(`${me.username}:${CAST_PASSWORD}`).toString('base64')}`
    const streams = [
      await openEventStream(service.url, PUBLISHED, { as: short }),
      await openEventStream(service.url, PUBLISHED, { headers: { 'x-api-key': made.body.key } }),
      await openEventStream(service.url, PUBLISHED, { as: password }),
    ]
    expect(streams.map(({ response }) => response.status)).toEqual([200, 200, 200])
    await service.call('DELETE', `/api/api-keys/${made.body.id}`, { as: passing.as as string })
    const changed = await service.graphql(
      `mutation { changePassword(current: "${CAST_PASSWORD}", next: "eight quieter harbours") }`,
      {},
      passing.as,
    )
    expect(changed.body.data).toEqual({ changePassword: true })
    const end = async (stream: EventStream) => {
      for (;;) {
        const heard = await stream.next()
        if (heard === null || heard.data?.errors) return heard?.data.errors[0].extensions.code
      }
    }
    const ends = Promise.all(streams.map(end))
    // The service reads the rights of a credential at most every five seconds (C3.6), so that the test publishes until
    // then.
    let isOver = false
    void ends.then(() => (isOver = true))
    while (!isOver) {
      await cast.article(author)
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
    expect(await ends).toEqual(['INVALID_TOKEN', 'UNAUTHENTICATED', 'UNAUTHENTICATED'])
    expect(await Promise.all(streams.map((stream) => stream.next()))).toEqual([
      expect.objectContaining({ event: 'complete' }),
      expect.objectContaining({ event: 'complete' }),
      expect.objectContaining({ event: 'complete' }),
    ])
  })
})
