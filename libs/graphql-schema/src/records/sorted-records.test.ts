import { Category, Product } from '@content-service/domain'
import {
  aContext,
  aRecord,
  memoryStores,
  MemoryTables,
  NOON,
  toolModel as model,
} from '@content-service/domain/testing'
import { graphql } from 'graphql'
import { describe, expect, it } from 'vitest'
import { createSchema } from '../service/schema.ts'

const schema = createSchema({ model })

const run = async (source: string, stores = memoryStores(new MemoryTables(), model)) => {
  const { data, errors } = await graphql({ schema, source, contextValue: aContext({ model, stores }) })
  return { data, messages: errors?.map(({ message }) => message) }
}

describe('C5.6 lists of declared types', () => {
  it('are sorted by createdAt in both directions, on all pages', async () => {
    const stores = memoryStores(new MemoryTables(), model)
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
    const list = async (pagination: string) => {
      const { data } = await run(`{ products(${pagination}, categoryId: "${categoryId}") { title } }`, stores)
      return (data?.['products'] as readonly { title: string }[]).map(({ title }) => title)
    }
    expect(await list('pagination: null')).toEqual(['third', 'second', 'first'])
    expect(await list('pagination: { sortBy: "createdAt" }')).toEqual(['third', 'second', 'first'])
    expect(await list('pagination: { direction: ASC }')).toEqual(['first', 'second', 'third'])
    expect(await list('pagination: { sortBy: null, direction: ASC, limit: 2, page: 2 }')).toEqual(['third'])
  })

  it.each(model.derivedTypes.map(({ plural }) => plural))('%s refuse another field', async (plural) => {
    const list = (sortBy: string) => run(`{ ${plural}(pagination: { sortBy: "${sortBy}" }) { id } }`)
    for (const sortBy of ['id', 'title', '', '__proto__'])
      expect((await list(sortBy)).messages).toEqual(['sortBy: must be createdAt'])
    expect(await list('createdAt')).toEqual({ data: { [plural]: [] }, messages: undefined })
  })
})
