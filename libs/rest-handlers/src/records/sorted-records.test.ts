import { Category, Product } from '@content-service/domain'
import {
  aRecord,
  memoryStores,
  MemoryTables,
  toolModel as model,
  NOON,
} from '@content-service/domain/testing'
import { describe, expect, it } from 'vitest'
import { aRestWorld, readBody } from '../testing/rest-world.ts'

const createWorld = () => aRestWorld({ model, stores: memoryStores(new MemoryTables(), model) })

describe('C5.6 lists of declared types', () => {
  it('are sorted by createdAt in both directions, on all pages', async () => {
    const { context, send } = await createWorld()
    const { stores } = context
    const { id: categoryId } = await stores
      .records(Category)
      .add(aRecord(stores, Category, { name: 'Books' }))
    for (const [title, seconds] of [
      ['second', 2],
      ['first', 1],
      ['third', 3],
    ] as const) {
      const product = aRecord(stores, Product, { title, price: 1, stock: 1, categoryId })
      const createdAt = new Date(NOON.getTime() + seconds * 1_000)
      await stores.records(Product).add({ ...product, createdAt })
    }
    const list = async (query: string) => {
      const shown = readBody(await send('GET', `/api/products?${query}`)) as readonly { title: string }[]
      return shown.map(({ title }) => title)
    }
    expect(await list('')).toEqual(['third', 'second', 'first'])
    expect(await list('sortBy=createdAt')).toEqual(['third', 'second', 'first'])
    expect(await list('direction=asc')).toEqual(['first', 'second', 'third'])
    expect(await list('sortBy=createdAt&direction=ASC&limit=2&page=2')).toEqual(['third'])
    expect(await list(`category=${categoryId}&direction=ASC&limit=2`)).toEqual(['first', 'second'])
    const page = await send('GET', '/api/products?direction=ASC&limit=2')
    expect(page.headers['link']).toContain('direction=ASC&limit=2&page=2')
  })

  it.each(model.derivedTypes.map(({ plural }) => plural))('%s refuse another field', async (plural) => {
    const { send } = await createWorld()
    const { status, body } = await send('GET', `/api/${plural}?sortBy=id`)
    expect([status, JSON.parse(body).detail]).toEqual([400, 'The parameter sortBy must be createdAt.'])
    expect((await send('GET', `/api/${plural}?sortBy=createdAt&direction=ASC`)).status).toBe(200)
  })
})
