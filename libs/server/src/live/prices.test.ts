import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aCast, type Cast, type Person } from '../../tests/support/cast.ts'
import { openEventStream, type EventStream } from '../../tests/support/event-stream.ts'
import { startTestService, type TestService } from '../../tests/support/service.ts'

const SECRET = 'a secret of thirty-two bytes or more'

describe('C15.4 the price of a subscription', { timeout: 60_000 }, () => {
  let [service, cast] = [] as unknown as [TestService, Cast]
  let [author, id] = [] as unknown as [Person, string]
  const opened: EventStream[] = []

  beforeAll(async () => {
    service = await startTestService('PostgreSQL', { JWT_SECRET: SECRET, RATE_LIMIT: '60' })
    cast = aCast(service, SECRET)
    author = await cast.person('AUTHOR')
    id = await cast.article(author)
  }, 60_000)
  afterAll(async () => {
    await Promise.all(opened.map((stream) => stream.close()))
    await service.stop()
  })

  const open = async (query: string, as: string | null) => {
    const stream = await openEventStream(service.url, query, { as })
    opened.push(stream)
    return stream
  }
  const left = async ({ as }: Person): Promise<number> =>
    Number((await service.call('GET', '/api/products', { as })).headers.get('x-ratelimit-remaining'))
  /** The comments come from several people, whose quota they use up. */
  const comment = async (): Promise<void> => void (await cast.comment(id, await cast.person('READER')))
  /** The cost of each event is 1 comment, its article, and `lists` times up to 49 comments. */
  const subscribe = (lists: number): string => {
    const each = Array.from({ length: lists }, (_, place) => `c${place}: comments(limit: 49) { id }`)
    return `subscription { commentAdded(articleId: "${id}") { id article { id ${each.join(' ')} } } }`
  }

  it('a subscription above GRAPHQL_STREAM_MAX_COST is refused', async () => {
    const { response } = await open(subscribe(11), author.as)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      errors: [
        {
          message: expect.stringContaining('the limit of a subscription is 500'),
          extensions: { code: 'QUERY_TOO_COMPLEX' },
        },
      ],
    })
  })

  it('parts of requests add up for each stream, and an event that the quota does not cover ends it', async () => {
    const reader = await cast.person('READER')
    const stream = await open(subscribe(5), reader.as)
    const before = await left(reader)
    for (let event = 0; event < 4; event += 1) {
      await comment()
      expect((await stream.next())?.event).toBe('next')
    }
    // Each event costs 247 of 500.
    expect(before - 1 - (await left(reader))).toBe(1)
    while ((await left(reader)) > 0);
    for (let event = 0; event < 3; event += 1) await comment()
    const heard = [await stream.next(), await stream.next(), await stream.next()]
    const last = heard.findLast((each) => each?.event === 'next')
    expect(last?.data.errors[0].extensions).toMatchObject({ code: 'RATE_LIMITED' })
    expect(heard.some((each) => each?.event === 'complete')).toBe(true)
  })

  it('each of several equal streams is charged', async () => {
    const readers = [await cast.person('READER'), await cast.person('READER'), await cast.person('READER')]
    const streams = await Promise.all(readers.map(({ as }) => open(subscribe(10), as)))
    const before = await Promise.all(readers.map(left))
    await comment()
    const heard = await Promise.all(streams.map((stream) => stream.next()))
    expect(heard.map((each) => each?.data)).toEqual(heard.map(() => heard[0]?.data))
    await comment()
    await Promise.all(streams.map((stream) => stream.next()))
    const after = await Promise.all(readers.map(left))
    // Two events of 492 cost one request; the other two are the requests that read the quota.
    expect(after.map((each, place) => (before[place] as number) - each)).toEqual([2, 2, 2])
  })
})
