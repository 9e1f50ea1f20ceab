import {
  builtInModel,
  Category,
  ContentError,
  contentModel,
  field,
  operation,
  Product,
  type OperationContext,
} from '@content-service/domain'
import { describe, expect, it } from 'vitest'
import { startService } from './index.ts'

const about = 'A test.'

const TAKE =
  'mutation ($id: ID!, $stock: Int!) { updateProduct(input: { id: $id, stock: $stock }) { stock } }'

/** Takes one product out of the stock. */
const takeOne = operation({
  name: 'takeOne',
  about: 'Takes one product out of the stock.',
  kind: 'write',
  permission: 'stock:take',
  permissions: ['products:read', 'products:write'],
  cost: 3,
  input: { product: field.one(Product, { about }), then: field.line(20, { about, optional: true }) },
  returns: { left: field.integer(0, 1_000_000, { about: 'What is left.' }) },
  run: async (context, { product, then }) => {
    await context.lock(Product, [product])
    const { data } = await context.graphql('query ($id: ID!) { product(id: $id) { stock } }', { id: product })
    const { stock } = (data as { product: { stock: number } }).product
    if (stock === 0) throw new ContentError('CONFLICT', 'Nothing is left.')
    await context.graphql(TAKE, { id: product, stock: stock - 1 })
    if (then === 'throw') throw new Error('The secret words.')
    return { left: stock - 1 }
  },
})

const change = (context: OperationContext, id: string) => context.graphql(TAKE, { id, stock: 0 })

const stockReport = operation({
  name: 'stockReport',
  about: 'Counts what is in stock.',
  kind: 'read',
  permission: 'stock:report',
  permissions: ['products:read', 'products:write'],
  input: { product: field.one(Product, { about, optional: true }) },
  returns: {
    products: field.integer(0, 1_000, { about }),
    refused: field.line(300, { about, optional: true }),
  },
  run: async (context, { product }) => {
    const refused = product ? (await change(context, product)).errors?.[0]?.message : null
    const { data } = await context.graphql('{ products { id } }')
    return { products: (data?.['products'] as readonly unknown[]).length, refused }
  },
})

const model = contentModel(builtInModel.types, {
  operations: [takeOne, stockReport],
  permissions: {
    'stock:take': { READER: 'all' },
    'stock:report': { EDITOR: 'all' },
  },
})

const start = (database: 'memory' | 'pglite', settings = {}) =>
  startService({
    content: { model },
    database,
    settings: { LOG_LEVEL: 'silent', ...settings },
    seed: async (seed) => {
      const category = await seed.record(Category, { name: 'Things' })
      return seed.record(Product, { title: 'Ink', price: 1, stock: 2, categoryId: category.id })
    },
  })

describe.each(['memory', 'pglite'] as const)('C16.5 operations of a model, with %s', (database) => {
  it('C16.5 run for each caller with the permission, in both interfaces', async () => {
    await using service = await start(database)
    const { id } = service.seeded
    const path = '/api/operations/take-one'
    expect((await service.as('READER').rest('POST', path, { body: { product: id } })).body).toEqual({
      left: 1,
    })
    expect((await service.as('GUEST').rest('POST', path, { body: { product: id } })).status).toBe(403)
    const asked = await service.as('READER').graphql(`mutation { takeOne(product: "${id}") { left } }`)
    expect(asked.data).toEqual({ takeOne: { left: 0 } })
    const empty = await service.as('READER').rest<{ detail: string }>('POST', path, { body: { product: id } })
    expect([empty.status, empty.body.detail]).toEqual([409, 'Nothing is left.'])
  })

  it('C16.5 nothing stays of a write that throws, and no event', async () => {
    await using service = await start(database)
    const { id } = service.seeded
    const sent = await service
      .as('READER')
      .rest('POST', '/api/operations/take-one', { body: { product: id, then: 'throw' } })
    expect([sent.status, JSON.stringify(sent.body).includes('secret')]).toEqual([500, false])
    const product = await service.as('ADMIN').rest<{ stock: number }>('GET', `/api/products/${id}`)
    expect(product.body.stock).toBe(2)
  })

  it('C16.5 a read writes nothing', async () => {
    await using service = await start(database)
    const { id } = service.seeded
    const path = `/api/operations/stock-report?product=${id}`
    const { body } = await service.as('EDITOR').rest('GET', path)
    expect(body).toEqual({
      products: 1,
      refused: expect.stringContaining('only reads, and nothing was written'),
    })
    const product = await service.as('ADMIN').rest<{ stock: number }>('GET', `/api/products/${id}`)
    expect(product.body.stock).toBe(2)
  })

  it('C16.5 20 requests at once take no more than there is', async () => {
    await using service = await start(database)
    const { id } = service.seeded
    const reader = service.as('READER')
    const sent = await Promise.all(
      Array.from({ length: 20 }, () =>
        reader.rest('POST', '/api/operations/take-one', { body: { product: id } }),
      ),
    )
    expect(sent.filter(({ status }) => status === 200)).toHaveLength(2)
  })

  it('C16.5 a run takes its cost from the quota', async () => {
    await using service = await start(database, { RATE_LIMIT: '10' })
    const { id } = service.seeded
    const reader = service.as('READER')
    const statuses = []
    for (const _ of [1, 2, 3])
      statuses.push((await reader.rest('POST', '/api/operations/take-one', { body: { product: id } })).status)
    // 4, 8, and then too few are left.
    expect(statuses).toEqual([200, 200, 429])
  })

  it('C16.5 the model for tools, the permissions and the documents name them', async () => {
    await using service = await start(database)
    const { body } = await service.as('ADMIN').rest<{ operations: readonly object[] }>('GET', '/api/model')
    expect(body.operations).toEqual([
      expect.objectContaining({ name: 'takeOne', path: 'take-one', kind: 'write', permission: 'stock:take' }),
      expect.objectContaining({ name: 'stockReport', path: 'stock-report', kind: 'read' }),
    ])
    const openApi = await service.as('ADMIN').rest<{ paths: object }>('GET', '/api/openapi.json')
    expect(Object.keys(openApi.body.paths)).toEqual(
      expect.arrayContaining(['/api/operations/take-one', '/api/operations/stock-report']),
    )
    const key = await service
      .as('EDITOR')
      .rest<{ key: string }>('POST', '/api/api-keys', { body: { name: 'Report', scopes: ['stock:report'] } })
    expect(key.status).toBe(201)
  })
})
