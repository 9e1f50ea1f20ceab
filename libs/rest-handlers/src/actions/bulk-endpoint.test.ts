import { describe, expect, it } from 'vitest'
import { aRestWorld, readBody, readCode } from '../testing/rest-world.ts'

const NO_ARTICLE = '00000000-0000-7000-8000-ffffffffffff'

describe('C14.4 POST …/actions', () => {
  it('answers with the status and the code of each single request', async () => {
    const world = await aRestWorld()
    const [ada, rob] = [await world.user('ada', 'AUTHOR'), await world.user('rob')]
    const [own, draft] = [
      (await world.article(ada, 'Own')).id,
      (await world.article(ada, 'Draft', { status: 'DRAFT' })).id,
    ]
    const others = (await world.article(rob, 'Other')).id
    const act = async (action: string, ids: readonly unknown[], as = ada) =>
      readBody(await world.send('POST', '/api/articles/actions', { as, body: { ids, action } }))
    expect(await act('delete', [others, draft, NO_ARTICLE, own])).toEqual([
      { id: others, status: 403, code: 'FORBIDDEN' },
      { id: draft, status: 204, code: null },
      { id: NO_ARTICLE, status: 404, code: 'NOT_FOUND' },
      { id: own, status: 403, code: 'FORBIDDEN' },
    ])
    expect(await act('like', [own, draft], rob)).toEqual([
      { id: own, status: 204, code: null },
      { id: draft, status: 404, code: 'NOT_FOUND' },
    ])
    expect(await act('status:REVIEW', [own], world.admin)).toEqual([
      { id: own, status: 409, code: 'INVALID_TRANSITION' },
    ])
    expect(await act('status:DRAFT', [own], world.admin)).toEqual([{ id: own, status: 200, code: null }])
  })

  it('takes ids of users as numbers and as texts', async () => {
    const world = await aRestWorld()
    const [one, two] = [await world.user('one'), await world.user('two')]
    const body = { ids: [two.id, String(one.id), world.admin.id], action: 'delete' }
    expect(readBody(await world.send('POST', '/api/users/actions', { body }))).toEqual([
      { id: two.id, status: 204, code: null },
      { id: String(one.id), status: 204, code: null },
      { id: world.admin.id, status: 409, code: 'CONFLICT' },
    ])
  })

  it.each([
    [{ ids: [NO_ARTICLE, NO_ARTICLE], action: 'delete' }],
    [{ ids: [NO_ARTICLE], action: 'schedule' }],
    [{ ids: [NO_ARTICLE], action: 'erase' }],
    [{ ids: [NO_ARTICLE] }],
    [{ ids: Array.from({ length: 101 }, String), action: 'delete' }],
  ])('C6.6 refuses the whole request with 422: %j', async (body) => {
    const world = await aRestWorld()
    expect(readCode(await world.send('POST', '/api/articles/actions', { body }))).toEqual([
      422,
      'BAD_USER_INPUT',
    ])
    const anonymous = await world.send('POST', '/api/articles/actions', { body, as: null })
    expect(readCode(anonymous)).toEqual([401, 'UNAUTHENTICATED'])
  })

  it('C7.10 notes each write and each refusal under the name of its operation', async () => {
    const world = await aRestWorld()
    const ada = await world.user('ada', 'AUTHOR')
    const draft = (await world.article(ada, 'Draft', { status: 'DRAFT' })).id
    const published = (await world.article(ada, 'Published')).id
    await world.send('POST', '/api/articles/actions', {
      as: ada,
      body: { ids: [draft, published], action: 'delete' },
    })
    const entries = readBody(await world.send('GET', '/api/audit-log?limit=2'))
    expect(entries).toMatchObject([
      { action: 'deleteArticle', resourceId: published, decision: 'DENY' },
      { action: 'deleteArticle', resourceId: draft, decision: 'ALLOW' },
    ])
  })
})
