import { describe, expect, it } from 'vitest'
import { aWorld } from '../testing/world.ts'

const ARTICLE = 'query ($id: ID!) { article(id: $id) { availableActions } }'

describe('C12.8 availableActions', () => {
  it('are those of the workflow, the permissions and the state', async () => {
    const world = aWorld()
    const [ada, eve] = [await world.user('ada', 'AUTHOR'), await world.user('eve', 'EDITOR')]
    const id = await world.article(ada, 'A title')
    const readActions = async (as: typeof ada | null) =>
      ((await world.run(ARTICLE, as, { id })).data as never)['article']['availableActions']
    expect(await readActions(null)).toEqual([])
    expect(await readActions(ada)).toEqual(['comment', 'like', 'restoreRevision', 'saveDraft', 'update'])
    const ofEditor = ['status:ARCHIVED', 'status:DELETED', 'status:DRAFT', 'unschedule', 'update']
    expect(await readActions(eve)).toEqual([
      'comment',
      'delete',
      'like',
      'restoreRevision',
      'saveDraft',
      ...ofEditor,
    ])
  })

  it('are in the response of a mutation, for the record as it is then', async () => {
    const world = aWorld()
    const eve = await world.user('eve', 'EDITOR')
    const id = await world.article(eve, 'A title')
    const { data } = await world.run(
      'mutation ($id: ID!) { updateArticle(input: { id: $id, status: ARCHIVED }) { availableActions } }',
      eve,
      { id },
    )
    const moves = ['status:DELETED', 'status:DRAFT', 'status:PUBLISHED']
    expect(data).toEqual({
      updateArticle: {
        availableActions: ['delete', 'restoreRevision', 'saveDraft', ...moves, 'unschedule', 'update'],
      },
    })
  })

  it('are there for owners, authors and linked records, and under an alias', async () => {
    const world = aWorld()
    const ada = await world.user('ada', 'AUTHOR')
    await world.article(ada, 'A title')
    const query = '{ articles { owner { can: availableActions username } } users { availableActions } }'
    expect((await world.run(query, ada)).data).toEqual({
      articles: [{ owner: { can: ['delete', 'update'], username: 'ada' } }],
      users: [{ availableActions: ['delete', 'update'] }],
    })
    expect((await world.run(query)).data).toEqual({
      articles: [{ owner: { can: [], username: 'ada' } }],
      users: [{ availableActions: [] }],
    })
  })

  it('follow from the real permissions of a user, which masking hides', async () => {
    const world = aWorld()
    const [amy, ada] = [await world.user('amy', 'ADMIN'), await world.user('ada', 'AUTHOR')]
    await world.article(ada, 'A title')
    const manager = { id: null, client: 'manager', roles: [] }
    await world.context.stores.users.change(ada.id, (user) => ({ ...user, permissions: ['audit:read'] }))
    const query = '{ user(id: "ID") { permissions availableActions } }'.replace('ID', String(ada.id))
    const read = async (permissions: readonly string[]) =>
      (await aWorld({ ...world.context, caller: { ...manager, permissions } }).run(query)).data
    expect(await read(['users:write'])).toEqual({ user: { permissions: null, availableActions: [] } })
    const rights = [
      'users:write',
      'audit:read',
      'articles:read',
      'articles:write',
      'articles:delete',
      'comments:read',
      'comments:delete',
    ]
    expect(await read(rights)).toEqual({ user: { permissions: null, availableActions: ['update'] } })
    expect((await world.run(query, amy)).data).toEqual({
      user: { permissions: ['audit:read'], availableActions: ['delete', 'update'] },
    })
  })

  it('are none for a user who is shown as the ghost', async () => {
    const world = aWorld()
    const [amy, ada] = [await world.user('amy', 'ADMIN'), await world.user('ada', 'AUTHOR')]
    await world.article(ada, 'A title')
    await world.context.stores.users.change(ada.id, (user) => ({ ...user, deleted: true }))
    const query = '{ articles { owner { username availableActions } } }'
    expect((await world.run(query, amy)).data).toEqual({
      articles: [{ owner: { username: 'ghost', availableActions: [] } }],
    })
  })

  it('C3.4 do not have the deletion of the last administrator', async () => {
    const world = aWorld()
    const amy = await world.user('amy', 'ADMIN')
    const query = '{ currentUser { availableActions } }'
    expect((await world.run(query, amy)).data).toEqual({ currentUser: { availableActions: ['update'] } })
    await world.user('abe', 'ADMIN')
    expect((await world.run(query, amy)).data).toEqual({
      currentUser: { availableActions: ['delete', 'update'] },
    })
  })

  it('are none for a record of a fixed type', async () => {
    const world = aWorld()
    const eve = await world.user('eve', 'EDITOR')
    const create = 'mutation { createCategory(input: { name: "Books" }) { availableActions } }'
    expect((await world.run(create, eve)).data).toEqual({ createCategory: { availableActions: [] } })
  })
})
