import { memoryStores, MemoryTables, siteModel, toolModel as model } from '@content-service/domain/testing'
import type { User } from '@content-service/domain'
import { describe, expect, it } from 'vitest'
import { aRestWorld, readBody, readCode } from '../testing/rest-world.ts'

describe('C17.9 GET /api/<plural>/actions', () => {
  it('is a bare array with a tag', async () => {
    const world = await aRestWorld()
    const ada = await world.user('ada', 'AUTHOR')
    const read = async (path: string, as: User | null) => readBody(await world.send('GET', path, { as }))
    expect(await read('/api/articles/actions', ada)).toEqual(['create'])
    expect(await read('/api/comments/actions', ada)).toEqual(['create'])
    for (const path of ['/api/products/actions', '/api/categories/actions', '/api/users/actions']) {
      expect(await read(path, ada)).toEqual([])
      expect(await read(path, world.admin)).toEqual(['create'])
      expect(await read(path, null)).toEqual([])
    }
    const { headers } = await world.send('GET', '/api/articles/actions', { as: ada })
    const again = { 'if-none-match': headers['etag'] ?? '' }
    expect((await world.send('GET', '/api/articles/actions', { as: ada, headers: again })).status).toBe(304)
    expect((await world.send('GET', '/api/articles/actions', { as: null, headers: again })).status).toBe(200)
    expect((await world.send('HEAD', '/api/articles/actions', { as: ada })).status).toBe(200)
    const refused = await world.send('GET', '/api/articles/actions?limit=1', { as: ada })
    expect(readCode(refused)).toEqual([400, 'BAD_REQUEST'])
  })

  it('has create for exactly those whose creation succeeds', async () => {
    const world = await aRestWorld({ model, stores: memoryStores(new MemoryTables(), model) })
    const subjectId = readBody(await world.send('POST', '/api/categories', { body: { name: 'Print' } })).id
    const people = [
      null,
      await world.user('greg', 'GUEST'),
      await world.user('rita'),
      await world.user('ada', 'AUTHOR'),
      await world.user('eve', 'EDITOR'),
      world.admin,
    ]
    const bodies: Readonly<Record<string, (made: number) => object>> = {
      articles: () => ({ title: 'A title', content: 'Text.' }),
      workshops: () => ({ title: 'Type', startsAt: '2030-01-01T10:00:00Z', subjectId }),
      tools: (made) => ({ serialNumber: `No. ${made}`, copies: 1, shelfId: subjectId }),
      categories: (made) => ({ name: `Category ${made}` }),
      users: (made) => ({ name: 'New', email: `new-${made}@example.org` }),
    }
    for (const [plural, body] of Object.entries(bodies))
      for (const [made, as] of people.entries()) {
        const words = readBody(await world.send('GET', `/api/${plural}/actions`, { as }))
        const { status } = await world.send('POST', `/api/${plural}`, { as, body: body(made) })
        expect([plural, made, words.includes('create')]).toEqual([plural, made, status === 201])
      }
  })

  it('C14.4 is not there for a single type, because nobody creates its record', async () => {
    const world = await aRestWorld({ model: siteModel, stores: memoryStores(new MemoryTables(), siteModel) })
    expect((await world.send('GET', '/api/site-settings/actions')).status).toBe(404)
  })
})
