import { Room, Talk, talkModel as model } from '@content-service/domain/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startService, type TestService } from './index.ts'

/** From the second request on, the service runs a planned query or a prepared read. */
const REPEATED = [1, 2, 3, 4]
const QUERY = '{ talks { title room { name } article { id } speaker { username } } }'

describe('C14.2 over HTTP, links to records that the caller may not read', () => {
  let service: TestService<void>
  beforeAll(async () => {
    service = await startService({
      content: { model },
      seed: async ({ user, article, record }) => {
        const rita = await user('rita', { role: 'AUTHOR' })
        const draft = await article(rita, { status: 'DRAFT' })
        const { id: roomId } = await record(Room, { name: 'Attic' }, rita)
        await record(Talk, { title: 'On types', roomId, articleId: draft.id }, rita)
      },
    })
  })
  afterAll(() => service.stop())

  it('are null for a guest in each GraphQL response', async () => {
    const hidden = { title: 'On types', room: null, article: null, speaker: { username: 'rita' } }
    for (const _ of REPEATED) {
      expect(await service.anonymous.graphql(QUERY)).toMatchObject({ data: { talks: [hidden] } })
      const shown = await service.as('EDITOR').graphql(QUERY)
      expect(shown.data).toMatchObject({ talks: [{ room: { name: 'Attic' } }] })
    }
  })

  it('are null for a guest in each REST response', async () => {
    for (const _ of REPEATED) {
      const { status, body } = await service.anonymous.rest('GET', '/api/talks')
      expect([status, body]).toMatchObject([200, [{ title: 'On types', room: null, article: null }]])
      expect((await service.as('EDITOR').rest('GET', '/api/talks')).body).toMatchObject([
        { room: { name: 'Attic' } },
      ])
    }
  })
})
