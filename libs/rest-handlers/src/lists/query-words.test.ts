import { Article, Category, contentModel, Product, type User } from '@content-service/domain'
import { anArticle, memoryStores, MemoryTables, NOON, Workshop } from '@content-service/domain/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { aRestWorld, readBody } from '../testing/rest-world.ts'

const model = contentModel([Category, Product, Workshop])
let world: Awaited<ReturnType<typeof aRestWorld>>
let ada: User

beforeEach(async () => {
  const stores = memoryStores(new MemoryTables(), model)
  world = await aRestWorld({ model, stores })
  ada = await world.user('ada', 'AUTHOR')
  for (const [minute, title, status] of [
    [1, 'Ink of Paris', 'PUBLISHED'],
    [2, 'Paper and ink', 'PUBLISHED'],
    [3, 'Secret ink', 'DRAFT'],
    [4, 'Paper', 'PUBLISHED'],
  ] as const) {
    const now = new Date(NOON.getTime() + minute * 60_000)
    await stores.records(Article).add(anArticle(stores, ada.id, { title, status, now, content: 'Text.' }))
  }
})

const get = (path: string, as: User | null = null) => world.send('GET', path, { as })
const titles = async (query: string, as: User | null = null) =>
  readBody(await get(`/api/articles?${query}`, as)).map(({ title }: { title: string }) => title)

describe('C20.3 query narrows a list to the records with the words', () => {
  it('in the order of the list, within the rights of the caller', async () => {
    expect(await titles('query=ink')).toEqual(['Paper and ink', 'Ink of Paris'])
    expect(await titles('query=ink&sort=createdAt')).toEqual(['Ink of Paris', 'Paper and ink'])
    expect(await titles('query=ink', ada)).toEqual(['Secret ink', 'Paper and ink', 'Ink of Paris'])
    expect(await titles('query=secret')).toEqual([])
  })

  it('beside filters, pages, fields and the total', async () => {
    expect(await titles('query=ink&title[contains]=paper')).toEqual(['Paper and ink'])
    expect(await titles('query=ink&where={"title":{"ne":"Paper and ink"}}')).toEqual(['Ink of Paris'])
    const page = await get('/api/articles?query=ink&limit=1&fields=title')
    expect([page.headers['x-total-count'], readBody(page)]).toEqual([
      '2',
      [{ id: expect.any(String), title: 'Paper and ink', version: 1 }],
    ])
    expect(page.headers['link']).toContain('query=ink')
    expect(readBody(await get('/api/articles/counts?by=status&query=ink'))).toEqual([
      { value: 'PUBLISHED', count: { value: 2, precision: 'EXACT' } },
    ])
  })

  it('and a cursor belongs to its words', async () => {
    const { headers } = await get('/api/articles?query=ink&after=&limit=1')
    const [, next = ''] = /<([^<>]*)>; rel="next"/.exec(headers['link'] ?? '') ?? []
    expect(readBody(await get(next))).toMatchObject([{ title: 'Ink of Paris' }])
    const other = await get(next.replace('query=ink', 'query=paper'))
    expect([other.status, other.body]).toEqual([400, expect.stringContaining('not a cursor of this list')])
  })

  it('in lists of users, comments and declared types', async () => {
    expect(readBody(await get('/api/users?query=ada', world.admin))).toMatchObject([{ name: 'ada' }])
    const [article] = readBody(await get('/api/articles?query=paris'))
    for (const content of ['Well said.', 'Badly said.'])
      await world.send('POST', `/api/articles/${article.id}/comments`, { as: ada, body: { content } })
    expect(readBody(await get('/api/comments?query=badly'))).toMatchObject([{ content: 'Badly said.' }])
    const nested = await get(`/api/articles/${article.id}/comments?query=well`)
    expect(readBody(nested)).toMatchObject([{ content: 'Well said.' }])
    const category = readBody(await world.send('POST', '/api/categories', { body: { name: 'Print' } }))
    const product = {
      title: 'A type case',
      price: 3,
      stock: 1,
      description: 'Of oak.',
      categoryId: category.id,
    }
    await world.send('POST', '/api/products', { body: product })
    expect(readBody(await get('/api/products?query=oak'))).toMatchObject([{ title: 'A type case' }])
    expect(readBody(await get('/api/products?query=elm'))).toEqual([])
  })

  it.each([
    ['/api/articles?query=', 'query: must not be empty'],
    ['/api/articles?query=%20', 'query: must not be blank'],
    ['/api/articles?query=%00', 'query: must not contain the character U+0000'],
    [`/api/articles?query=${'x'.repeat(1_001)}`, 'query: must have at most 1000 characters'],
    ['/api/articles?query=a&query=b', 'contains the parameter query twice'],
    ['/api/categories?query=print', 'no parameter "query"'],
  ])('%s is BAD_REQUEST', async (path, message) => {
    const { status, body } = await get(path)
    expect([status, JSON.parse(body).detail]).toEqual([400, expect.stringContaining(message)])
  })
})
