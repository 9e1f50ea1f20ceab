import type { User } from '@content-service/domain'
import { memoryStores, MemoryTables, siteModel, toolModel } from '@content-service/domain/testing'
import { UNLIMITED_QUOTA } from '@content-service/domain/internal/context'
import { describe, expect, it } from 'vitest'
import { openApiDocument } from '../openapi/document.ts'
import { aRestWorld, readBody, readCode } from '../testing/rest-world.ts'

type World = Awaited<ReturnType<typeof aRestWorld>>

const EDITOR_ON_DRAFT = [
  'delete',
  'restoreRevision',
  'saveDraft',
  'schedule',
  'status:DELETED',
  'status:PUBLISHED',
  'status:REVIEW',
  'unschedule',
  'update',
]

const get = async ({ send }: World, path: string, as?: User | null) =>
  readBody(await send('GET', path, as === undefined ? {} : { as }))

describe('C17.9 actions=true', () => {
  it('adds the words of C12.8 to each body of a list and of a record', async () => {
    const world = await aRestWorld()
    const [eve, ada] = [await world.user('eve', 'EDITOR'), await world.user('ada', 'AUTHOR')]
    const draft = await world.article(ada, 'A draft', { status: 'DRAFT' })
    await world.article(ada, 'Published')
    const rows = await get(world, '/api/articles?actions=true', eve)
    expect(rows).toHaveLength(2)
    for (const { id, actions } of rows)
      expect(actions).toEqual(await get(world, `/api/articles/${id}/actions`, eve))
    const { actions, ...others } = await get(world, `/api/articles/${draft.id}?actions=true`, eve)
    expect(actions).toEqual(EDITOR_ON_DRAFT)
    expect(others).toEqual(await get(world, `/api/articles/${draft.id}`, eve))
    expect(await get(world, '/api/articles?actions=true&fields=title', null)).toEqual([
      { id: expect.any(String), title: 'Published', version: 1, actions: [] },
    ])
  })

  it('stands beside fields, include, filters, orders and cursors', async () => {
    const world = await aRestWorld()
    const ada = await world.user('ada', 'AUTHOR')
    for (const title of ['One', 'Two', 'Three']) await world.article(ada, title)
    const comment = { as: ada, body: { content: 'Well said.' } }
    const [first] = await get(world, '/api/articles?fields=title&sort=title&actions=true&limit=1', ada)
    expect(first).toMatchObject({
      title: 'One',
      actions: ['comment', 'like', 'restoreRevision', 'saveDraft', 'update'],
    })
    await world.send('POST', `/api/articles/${first.id}/comments`, comment)
    const [shown] = await get(world, '/api/comments?include=article&fields=content&actions=true', ada)
    expect(shown).toEqual({
      id: expect.any(String),
      content: 'Well said.',
      version: 1,
      article: expect.objectContaining({ title: 'One', content: expect.any(String) }),
      actions: ['delete', 'update'],
    })
    expect(shown.article).not.toHaveProperty('actions')
    const page = await world.send('GET', '/api/articles?after=&limit=2&actions=true&title[ne]=Two', {
      as: ada,
    })
    expect(page.headers['link']).toContain('actions=true')
    expect(readBody(page).map(({ actions }: { actions: unknown }) => actions)).toEqual([
      first.actions,
      first.actions,
    ])
  })

  it('false is the same as without, and any other word is refused', async () => {
    const world = await aRestWorld()
    const { id } = await world.article(world.admin, 'A title')
    for (const path of [
      '/api/articles',
      `/api/articles/${id}`,
      '/api/users',
      `/api/users/${world.admin.id}`,
    ]) {
      const [plain, refused] = [
        await world.send('GET', path),
        await world.send('GET', `${path}?actions=false`),
      ]
      expect([refused.body, refused.headers['etag']]).toEqual([plain.body, plain.headers['etag']])
      for (const word of ['1', 'yes', ''])
        expect(readCode(await world.send('GET', `${path}?actions=${word}`)), path).toEqual([
          400,
          'BAD_REQUEST',
        ])
      expect(readCode(await world.send('GET', `${path}?fields=actions`))).toEqual([400, 'BAD_REQUEST'])
    }
    const counts = '/api/articles/counts?by=status&actions=true'
    expect(readCode(await world.send('GET', counts))).toEqual([400, 'BAD_REQUEST'])
  })

  it('C6.8 has its own tag, which follows from the rights of the caller', async () => {
    const world = await aRestWorld()
    const [ada, rob] = [await world.user('ada', 'AUTHOR'), await world.user('rob')]
    const { id } = await world.article(ada, 'A title')
    for (const path of [`/api/articles/${id}`, '/api/articles']) {
      const read = async (query: string, as: User, etag?: string) =>
        world.send('GET', path + query, { as, headers: etag ? { 'if-none-match': etag } : {} })
      const tag = (await read('?actions=true', ada)).headers['etag'] as string
      expect((await read('?actions=true', ada, tag)).status).toBe(304)
      expect((await read('', ada, tag)).status).toBe(200)
      expect((await read('?actions=true', rob, tag)).status).toBe(200)
      const plain = (await read('', ada)).headers['etag'] as string
      expect((await read('?actions=true', ada, plain)).status).toBe(200)
    }
    const tag = (await world.send('GET', `/api/articles/${id}?actions=true`, { as: ada })).headers['etag']
    const patch = { as: ada, body: { title: 'New' }, headers: { 'if-match': String(tag) } }
    const changed = await world.send('PATCH', `/api/articles/${id}`, patch)
    expect(changed.status).toBe(200)
    expect(readBody(changed)).not.toHaveProperty('actions')
    expect((await world.send('PATCH', `/api/articles/${id}`, patch)).status).toBe(412)
  })

  it('shows users with the rights of now, and soft-deleted users as themselves', async () => {
    const world = await aRestWorld()
    const rob = await world.user('rob')
    await world.context.stores.users.change(rob.id, (user) => ({ ...user, deleted: true }))
    const [listed] = await get(world, '/api/users?actions=true')
    expect(listed).toEqual({
      id: world.admin.id,
      name: 'admin',
      email: expect.any(String),
      age: null,
      actions: ['update'],
    })
    expect(await get(world, '/api/users?deleted=true&fields=name&actions=true')).toEqual([
      { id: rob.id, name: 'rob', actions: ['delete', 'update'] },
    ])
  })

  it('has no word for a fixed type, and counts a view as any read', async () => {
    const world = await aRestWorld()
    await world.send('POST', '/api/categories', { body: { name: 'Books' } })
    expect(await get(world, '/api/categories?actions=true')).toEqual([
      { id: expect.any(String), name: 'Books', actions: [] },
    ])
    const { id } = await world.article(world.admin, 'A title')
    await get(world, `/api/articles/${id}?actions=true`, null)
    expect(world.viewed).toEqual([id])
  })

  it('asks the states and rights of declared operations, and hides what masks hide', async () => {
    const world = await aRestWorld({ model: toolModel, stores: memoryStores(new MemoryTables(), toolModel) })
    const [rita, rob] = [await world.user('rita'), await world.user('rob')]
    const subjectId = readBody(await world.send('POST', '/api/categories', { body: { name: 'Print' } })).id
    const body = { title: 'Type', startsAt: '2030-01-01T10:00:00Z', contact: 'x', subjectId }
    const { id } = readBody(await world.send('POST', '/api/workshops', { as: rita, body }))
    const read = async (as: User | null) => {
      const [row] = await get(world, '/api/workshops?fields=contact&actions=true', as)
      expect(row.actions).toEqual(await get(world, `/api/workshops/${id}/actions`, as))
      return [row.contact, row.actions]
    }
    expect(await read(rita)).toEqual(['x', ['cancel', 'delete', 'open', 'update']])
    expect(await read(rob)).toEqual([null, []])
    expect(await read(null)).toEqual([null, []])
    await world.send('POST', `/api/workshops/${id}/open`, { as: rita })
    expect(await read(rita)).toEqual(['x', ['cancel', 'delete', 'update']])
  })

  it('C14.4 says what the caller may do to the record of a single type', async () => {
    const world = await aRestWorld({ model: siteModel, stores: memoryStores(new MemoryTables(), siteModel) })
    const path = '/api/site-settings?fields=title&actions=true'
    expect(await get(world, path)).toMatchObject({ title: 'A site', actions: ['update'] })
    expect(await get(world, path, null)).toMatchObject({ title: 'A site', actions: [] })
  })

  it('C13.6 costs as little as availableActions over GraphQL: nothing', async () => {
    const charged: number[] = []
    const world = await aRestWorld({
      quota: { ...UNLIMITED_QUOTA, charge: async (requests) => void charged.push(requests) },
    })
    const price = async (path: string) => {
      charged.length = 0
      await get(world, path)
      return charged.reduce((sum, each) => sum + each, 0)
    }
    expect(await price('/api/articles?actions=true&limit=100')).toBe(0)
    expect(await price('/api/comments?include=article&actions=true')).toBe(
      await price('/api/comments?include=article'),
    )
  })

  it('is in the OpenAPI document, as a flag and as an optional member', () => {
    const { paths, components } = openApiDocument({ baseUrl: 'https://content.example' })
    for (const path of ['/api/articles', '/api/articles/{id}', '/api/users', '/api/articles/{id}/comments'])
      expect(paths[path]?.get?.parameters).toContainEqual(
        expect.objectContaining({ name: 'actions', required: false, schema: { type: 'boolean' } }),
      )
    for (const title of ['Article', 'ListedArticle', 'Comment', 'Product', 'Category', 'User']) {
      expect(components.schemas[title]).toHaveProperty('properties.actions.type', 'array')
      expect(components.schemas[title]).toHaveProperty('required', expect.not.arrayContaining(['actions']))
    }
  })
})
