import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMigratedDatabase } from '../support/processes/migrated-database.ts'
import { startTestService, type Answer, type TestService } from '../support/service.ts'

const MEBIBYTE = 1_048_576

const left = ({ headers }: Answer): number => Number(headers.get('x-ratelimit-remaining'))

describe('C15.16 the time of reads', { timeout: 30_000 }, () => {
  let service: TestService
  let database: { readonly url: string; drop(): Promise<void> }
  let other: Client
  beforeAll(async () => {
    database = await createMigratedDatabase()
    service = await startTestService('PostgreSQL', {
      DATABASE_URL: database.url,
      READ_TIMEOUT_MS: '100',
      DATABASE_STATEMENT_TIMEOUT_MS: '1500',
      DATABASE_LOCK_TIMEOUT_MS: '30000',
      TRUST_PROXY: '127.0.0.1',
    })
    other = new Client({ connectionString: database.url })
    await other.connect()
  }, 60_000)
  afterAll(async () => {
    await other.end()
    await service.stop()
    await database.drop()
  })

  const get = (path: string, from: string) =>
    service.call('GET', path, { as: null, headers: { 'x-forwarded-for': from } })

  /** The reads of products wait until the function that it returns is called. */
  const delayProducts = async (): Promise<() => Promise<unknown>> => {
    await other.query('begin')
    await other.query('lock table products in access exclusive mode')
    return () => other.query('rollback')
  }

  it('READ_TIMEOUT_MS: a longer read runs once more, among the searches', async () => {
    const end = await delayProducts()
    const slow = get('/api/products', '192.0.2.1')
    await sleep(400)
    await end()
    expect((await slow).status).toBe(200)
  })

  it('a read that takes too long is TIMEOUT with its name, and costs its time afterwards', async () => {
    const before = left(await get('/api/products', '192.0.2.2'))
    const end = await delayProducts()
    const late = await get('/api/products', '192.0.2.2')
    await end()
    expect([late.status, late.headers.get('retry-after'), left(late)]).toEqual([503, '5', before - 1])
    expect(late.body.detail).toContain('Reading products took too long')
    // The count of the list ends a moment after the list.
    await sleep(200)
    const after = await get('/api/products', '192.0.2.2')
    // 100 ms in the common class and 1,500 in the slow one: at least ten parts of 100 ms beyond the first 500.
    expect(left(after)).toBeLessThanOrEqual(before - 2 - 10)
  })

  it('a person has one slow place at a time, and does not delay the reads of others', async () => {
    await get('/api/articles', '192.0.2.4')
    const end = await delayProducts()
    const slow = Array.from({ length: 20 }, () => get('/api/products', '192.0.2.3'))
    await sleep(300)
    const started = performance.now()
    expect((await get('/api/articles', '192.0.2.4')).status).toBe(200)
    expect(performance.now() - started).toBeLessThan(1_000)
    await end()
    expect(new Set((await Promise.all(slow)).map(({ status }) => status))).toEqual(new Set([200]))
  })

  it('DATABASE_TRANSACTION_TIMEOUT_MS: a change that takes too long is taken back', async () => {
    const limited = await startTestService('PostgreSQL', {
      DATABASE_URL: database.url,
      DATABASE_TRANSACTION_TIMEOUT_MS: '500',
      DATABASE_LOCK_TIMEOUT_MS: '30000',
    })
    const category = await limited.graphql('mutation { createCategory(input: { name: "Lamps" }) { id } }')
    const end = await delayProducts()
    const query = 'mutation ($input: CreateProductInput!) { createProduct(input: $input) { id } }'
    const categoryId = category.body.data.createCategory.id
    const input = { title: 'A lamp', price: 10, stock: 1, categoryId }
    const late = await limited.graphql(query, { input })
    await end()
    await limited.stop()
    expect(late.body.errors[0].extensions.code).toBe('TIMEOUT')
    expect((await get('/api/products', '192.0.2.5')).body).toEqual([])
  })

  it('a response costs 1 for each begun MiB, afterwards', async () => {
    const content = 'word '.repeat(90_000)
    for (const title of ['One', 'Two', 'Three'])
      await service.graphql(
        'mutation ($input: CreateArticleInput!) { createArticle(input: $input) { id } }',
        { input: { authorId: '2', title, content } },
      )
    const query = '{ articles(limit: 3) { content } }'
    const first = await service.graphql(query)
    const second = await service.graphql('{ __typename }')
    const mebibytes = Math.ceil(JSON.stringify(first.body).length / MEBIBYTE)
    expect(mebibytes).toBe(2)
    expect(left(first) - left(second)).toBe(1 + mebibytes - 1)
  })
})
