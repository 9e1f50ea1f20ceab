import { describe, expect, it } from 'vitest'
import { aRestWorld, readBody, readCode } from '../testing/rest-world.ts'

describe('C12.8 GET …/actions', () => {
  it('is a bare, sorted array with a tag, and no view of an article', async () => {
    const world = await aRestWorld()
    const eve = await world.user('eve', 'EDITOR')
    const { id } = await world.article(await world.user('ada', 'AUTHOR'), 'A title', { status: 'REVIEW' })
    const path = `/api/articles/${id}/actions`
    const answer = await world.send('GET', path, { as: eve })
    const moves = ['status:DELETED', 'status:DRAFT', 'status:PUBLISHED']
    expect(readBody(answer)).toEqual([
      'delete',
      'restoreRevision',
      'saveDraft',
      'schedule',
      ...moves,
      'unschedule',
      'update',
    ])
    const headers = { 'if-none-match': answer.headers['etag'] ?? '' }
    expect((await world.send('GET', path, { as: eve, headers })).status).toBe(304)
    expect((await world.send('HEAD', path, { as: eve })).status).toBe(200)
    expect(world.viewed).toEqual([])
  })

  it('is the same for a read that comes again', async () => {
    const world = await aRestWorld()
    const [ada, rob] = [await world.user('ada', 'AUTHOR'), await world.user('rob')]
    const { id } = await world.article(ada, 'A title')
    const read = async (as: typeof ada | null) =>
      readBody(await world.send('GET', `/api/articles/${id}/actions`, { as }))
    for (const _ of [1, 2, 3]) {
      expect(await read(ada)).toEqual(['comment', 'like', 'restoreRevision', 'saveDraft', 'update'])
      expect(await read(rob)).toEqual(['comment', 'like'])
      expect(await read(null)).toEqual([])
    }
  })

  it('C7.8 does not exist for a caller who may not read the record', async () => {
    const world = await aRestWorld()
    const rob = await world.user('rob')
    const { id } = await world.article(await world.user('ada', 'AUTHOR'), 'A title', { status: 'DRAFT' })
    expect(readCode(await world.send('GET', `/api/articles/${id}/actions`, { as: rob }))).toEqual([
      404,
      'NOT_FOUND',
    ])
    const user = `/api/users/${world.admin.id}/actions`
    expect(readCode(await world.send('GET', user, { as: rob }))).toEqual([404, 'NOT_FOUND'])
    expect(readCode(await world.send('GET', user, { as: null }))).toEqual([401, 'UNAUTHENTICATED'])
    expect(readBody(await world.send('GET', user))).toEqual(['update'])
  })

  it('is in no body of a record', async () => {
    const world = await aRestWorld()
    const { id } = await world.article(world.admin, 'A title')
    expect(readBody(await world.send('GET', `/api/articles/${id}`))).not.toHaveProperty('availableActions')
  })
})
