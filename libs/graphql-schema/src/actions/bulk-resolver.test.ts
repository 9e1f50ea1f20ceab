import { describe, expect, it } from 'vitest'
import { aWorld } from '../testing/world.ts'

const BULK = `mutation ($type: RecordType!, $ids: [ID!]!, $action: String!) {
  bulkAction(type: $type, ids: $ids, action: $action) {
    __typename
    ... on Success { message data id status }
    ... on Error { code message details id status }
  }
}`

const NO_ARTICLE = '00000000-0000-7000-8000-ffffffffffff'

describe('C14.4 bulkAction', () => {
  it('has a result for each id, in the order of the ids', async () => {
    const world = aWorld()
    const [ada, eve] = [await world.user('ada', 'AUTHOR'), await world.user('eve', 'EDITOR')]
    const [first, second] = [await world.article(ada, 'First'), await world.article(ada, 'Second')]
    const ids = [second, NO_ARTICLE, 'no id', first]
    const variables = { type: 'ARTICLE', ids, action: 'status:ARCHIVED' }
    const { data } = await world.run(BULK, eve, variables)
    const done = {
      __typename: 'Success',
      message: 'The action status:ARCHIVED is done.',
      data: null,
      status: 200,
    }
    const refused = {
      __typename: 'Error',
      code: 'NOT_FOUND',
      message: 'There is no article with this id, or you may not see it.',
      details: null,
      status: 404,
    }
    expect(data).toEqual({
      bulkAction: [
        { ...done, id: second },
        { ...refused, id: NO_ARTICLE },
        { ...refused, id: 'no id' },
        { ...done, id: first },
      ],
    })
    const { data: read } = await world.run('query ($id: ID!) { article(id: $id) { status } }', eve, {
      id: first,
    })
    expect(read).toEqual({ article: { status: 'ARCHIVED' } })
  })

  it.each([
    [
      'an unknown action',
      ['a'],
      'archive',
      'action: is unknown: use one of applyDraft, delete, discardDraft, like',
    ],
    ['a misspelt action', ['a'], 'delet', 'action: is unknown: did you mean delete?'],
    [
      'an action that needs an input',
      ['a'],
      'update',
      'action: needs an input; run it on each record by itself',
    ],
    ['an id that is there twice', ['a', 'b', 'a'], 'delete', 'ids.2: is in the list before'],
    ['too many ids', Array.from({ length: 101 }, String), 'delete', 'ids: must be at most 100 ids'],
  ])('refuses the whole request for %s', async (_, ids, action, message) => {
    const world = aWorld()
    const eve = await world.user('eve', 'EDITOR')
    const { errors } = await world.run(BULK, eve, { type: 'ARTICLE', ids, action })
    expect(errors?.[0]?.message).toContain(message)
    expect(errors?.[0]?.originalError).toMatchObject({ code: 'BAD_USER_INPUT' })
  })

  it('needs a credential before it says anything about the input', async () => {
    const { errors } = await aWorld().run(BULK, null, { type: 'USER', ids: ['1', '1'], action: 'nothing' })
    expect(errors?.[0]?.originalError).toMatchObject({ code: 'UNAUTHENTICATED' })
  })

  it('has words for all types', async () => {
    const world = aWorld()
    const eve = await world.user('eve', 'EDITOR')
    const { errors } = await world.run(BULK, eve, { type: 'CATEGORY', ids: [], action: 'delete' })
    expect(errors?.[0]?.message).toBe('action: is unknown: this type has no actions')
    const { data } = await world.run(BULK, eve, { type: 'PRODUCT', ids: [], action: 'delete' })
    expect(data).toEqual({ bulkAction: [] })
  })

  it('C12.12 costs one request for each id', async () => {
    const charged: number[] = []
    const world = aWorld()
    const eve = await world.user('eve', 'EDITOR')
    const quota = { ...world.context.quota, charge: async (requests: number) => void charged.push(requests) }
    await aWorld({ ...world.context, quota }).run(BULK, eve, {
      type: 'USER',
      ids: ['7', '8'],
      action: 'delete',
    })
    expect(charged).toEqual([2])
  })
})
