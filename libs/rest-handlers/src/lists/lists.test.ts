import { Article, Category, contentModel, field, Product, record, type User } from '@content-service/domain'
import { anArticle, memoryStores, MemoryTables, NOON, Workshop } from '@content-service/domain/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { aRestWorld, readBody } from '../testing/rest-world.ts'

const Dish = record({
  name: 'Dish',
  plural: 'dishes',
  about: 'A dish of a menu.',
  allowed: { read: { GUEST: 'all' }, write: { EDITOR: 'all' } },
  fields: {
    purchase: field.group(
      { cost: field.integer(0, 100, { about: 'The cost.' }) },
      { about: 'The purchase.', optional: true, seenWith: 'write' },
    ),
  },
})
const model = contentModel([Category, Product, Workshop, Dish])

let world: Awaited<ReturnType<typeof aRestWorld>>
let ada: User
let rob: User
let subject: string

beforeEach(async () => {
  const stores = memoryStores(new MemoryTables(), model)
  world = await aRestWorld({ model, stores })
  ;[ada, rob] = [await world.user('ada', 'AUTHOR'), await world.user('rob', 'READER')]
  subject = readBody(await world.send('POST', '/api/categories', { body: { name: 'Print' } })).id
  for (const [minute, title, tags] of [
    [1, 'Zebra', ['press', 'ink']],
    [2, 'Über Druck', ['press']],
    [3, 'cafe', []],
  ] as const) {
    const now = new Date(NOON.getTime() + minute * 60_000)
    await stores.records(Article).add(anArticle(stores, ada.id, { title, tags, now }))
  }
  for (const title of ['Setting', 'Binding']) {
    const body = { title, startsAt: '2030-01-01T10:00:00Z', contact: 'x', subjectId: subject }
    await world.send('POST', '/api/workshops', { as: rob, body })
  }
})

const get = (path: string, as: User | null = null) => world.send('GET', path, { as })
const titles = async (query: string, as: User | null = null) => {
  const response = await get(`/api/articles?${query}`, as)
  const body = readBody(response)
  return response.status === 200 ? body.map(({ title }: { title: string }) => title) : body
}

describe('C13.5 filters in parameters', () => {
  it.each([
    ['title=cafe', ['cafe']],
    ['title=%EF%BF%BD', []],
    ['title[contains]=UBER', ['Über Druck']],
    ['title[in]=cafe,Zebra', ['cafe', 'Zebra']],
    ['tags=press', ['Über Druck', 'Zebra']],
    ['tags[hasAll]=press,ink', ['Zebra']],
    ['tags[isEmpty]=true', ['cafe']],
    ['status[in]=published,draft', ['cafe', 'Über Druck', 'Zebra']],
    ['likes[gte]=0&views[lt]=1&title[ne]=cafe', ['Über Druck', 'Zebra']],
    [`createdAt[lte]=${encodeURIComponent(new Date(NOON.getTime() + 60_000).toISOString())}`, ['Zebra']],
    [
      `where=${encodeURIComponent('{"or":[{"title":{"eq":"cafe"}},{"tags":{"has":"ink"}}]}')}`,
      ['cafe', 'Zebra'],
    ],
    ['status=PUBLISHED&title[startsWith]=z', ['Zebra']],
    ['title[eq]=cafe', ['cafe']],
    ['title[eq]=', []],
    ['title[ne]=', ['cafe', 'Über Druck', 'Zebra']],
    ['tags[has]=ink', ['Zebra']],
    ['tags[has]=', []],
    [`tags[has]=${'x'.repeat(1_000)}`, []],
    ['likes[lt]=1e0', ['cafe', 'Über Druck', 'Zebra']],
    ['status[eq]=Published&sortBy=TITLE&direction=asc', ['cafe', 'Über Druck', 'Zebra']],
    [`where=${encodeURIComponent('{"status":{"in":["published"]}}')}`, ['cafe', 'Über Druck', 'Zebra']],
    ['sort=title', ['cafe', 'Über Druck', 'Zebra']],
    ['sort=-title', ['Zebra', 'Über Druck', 'cafe']],
  ])('%s', async (query, expected) => {
    expect(await titles(query)).toEqual(expected)
  })

  it.each([
    ['title[like]=a', 'no parameter "title[like]"'],
    ['titel=a', 'did you mean title?'],
    ['likes=many', 'likes: must be an integer'],
    ['status[in]=lost', 'status[in]: cannot be "lost"; use one of DRAFT'],
    ['createdAt[gt]=2026-11-20', 'createdAt[gt]: must be an RFC 3339 timestamp'],
    ['where={', 'The parameter where must be the JSON of a filter'],
    ['where={"titel":{}}', 'where.titel: is no field by which articles can be filtered; did you mean title?'],
    ['sort=titel', 'did you mean title?'],
    ['sort=title&sortBy=title', 'The parameter sort replaces sortBy and direction'],
    ['sort=title,title', 'title is an order already'],
    ['after=&page=2', 'replace page'],
    ['after=&before=', 'must not stand beside after'],
    ['after=nonsense', 'after: is not a cursor of this list'],
    ['before=nonsense', 'before: is not a cursor of this list'],
    ['likes[eq]=', 'likes: must be an integer'],
    ['createdAt[gt]=2026-11-20T10:00:00+01:00', 'Write + as %2B in a URL'],
    ['createdAt[in]=2026-11-20T10:00:00Z,2026-11-20T10:00:00+01:00', 'Write + as %2B in a URL'],
    ['title=%ff', 'The parameter title is not percent-encoded UTF-8'],
    [
      'status[in]=DRAFT,WRONG',
      'status[in]: cannot be "WRONG"; use one of DRAFT, REVIEW, PUBLISHED, ARCHIVED, DELETED',
    ],
    [
      'status=wrong',
      'The parameter status must be one of DRAFT, REVIEW, PUBLISHED, ARCHIVED, DELETED, and is "wrong"',
    ],
    ['title=a&title[eq]=b', 'contains the parameter title twice'],
    [`tags[has]=${'x'.repeat(1_001)}`, 'tags: must have at most 1000 characters'],
  ])('%s is BAD_REQUEST', async (query, message) => {
    const { status, body } = await get(`/api/articles?${query}`)
    expect([status, JSON.parse(body).detail ?? JSON.parse(body).error]).toEqual([
      400,
      expect.stringContaining(message),
    ])
  })

  it('C13.6 the bounds of a filter hold over all parameters of a URL', async () => {
    const words = (count: number) => Array.from({ length: count }, (_, place) => `t${place}`)
    const values = encodeURIComponent(JSON.stringify({ title: { in: words(50) } }))
    const read = async (query: string) => {
      const { status, body } = await get(`/api/articles?${query}`)
      return [status, JSON.parse(body).code]
    }
    expect(await read(`title[in]=${words(50)}&where=${values}`)).toEqual([200, undefined])
    expect(await read(`title[in]=${words(51)}&where=${values}`)).toEqual([400, 'QUERY_TOO_COMPLEX'])
    const nodes = (count: number) =>
      encodeURIComponent(
        JSON.stringify({ and: Array.from({ length: count }, () => ({ likes: { gte: 0 } })) }),
      )
    expect(await read(`likes[gte]=0&views[gte]=0&where=${nodes(47)}`)).toEqual([200, undefined])
    expect(await read(`likes[gte]=0&views[gte]=0&where=${nodes(48)}`)).toEqual([400, 'QUERY_TOO_COMPLEX'])
  })

  it('C13.5 numbers have the form in which bodies print them', async () => {
    expect((await get('/api/products?price[lt]=1e-7')).status).toBe(200)
    expect((await get('/api/products?price[lt]=1e')).status).toBe(400)
    expect((await get('/api/products?price[eq]=')).status).toBe(400)
  })

  it('C13.5 fields chooses the members of users', async () => {
    expect(readBody(await get('/api/users?fields=email&limit=1', world.admin))).toEqual([
      { id: expect.any(Number), email: expect.any(String) },
    ])
    expect(readBody(await get(`/api/users/${ada.id}?fields=name`, world.admin))).toEqual({
      id: ada.id,
      name: 'ada',
    })
    expect((await get('/api/users?fields=password', world.admin)).status).toBe(400)
  })

  it('C13.3 a filter by a masked field needs its permission', async () => {
    const path = '/api/workshops?contact=x'
    expect([(await get(path)).status, (await get(path, rob)).status]).toEqual([401, 403])
    const users = '/api/users?age[gt]=3'
    expect([(await get(users)).status, (await get(users, rob)).status]).toEqual([401, 403])
  })

  it.each([
    ['/api/workshops?contact=x', 'contact'],
    ['/api/dishes?purchase.cost[gt]=1', 'purchase.cost[gt]'],
    ['/api/dishes?purchase[isNull]=true', 'purchase[isNull]'],
    ['/api/dishes?where={"purchase":{"cost":{"gt":1}}}', 'where.purchase'],
  ])('C13.3 the refusal of %s names the parameter that was sent', async (path, name) => {
    const { detail, errors } = readBody(await get(path))
    expect([detail, errors]).toEqual([expect.stringMatching(/ Sign in first/), expect.anything()])
    expect(detail.startsWith(`${name} is masked.`)).toBe(true)
  })

  it('filters and orders a declared type, and shows when a record changed', async () => {
    const list = async (query: string) => readBody(await get(`/api/workshops?${query}`))
    const found = await list(`subjectId=${subject}&progress=planned&sort=-changedAt&title[contains]=BIND`)
    expect(found).toMatchObject([{ title: 'Binding', changedAt: found[0].createdAt, updatedAt: null }])
  })

  it('GET /api/comments lists the comments on all articles', async () => {
    expect((await get('/api/comments?sort=createdAt&content=x')).status).toBe(400)
    expect(readBody(await get(`/api/comments?authorId=${ada.id}`))).toEqual([])
  })
})

describe('C13.5 pages by cursor', () => {
  const follow = async (path: string, relation: string): Promise<readonly string[]> => {
    const { body, headers } = await get(path)
    const [, next] = new RegExp(`<([^>]*)>; rel="${relation}"`).exec(headers['link'] ?? '') ?? []
    const shown = JSON.parse(body).map(({ title }: { title: string }) => title)
    return [shown.join(), ...(next === undefined ? [] : await follow(next, relation))]
  }

  it('follows links from the first page to the last, and back', async () => {
    expect(await follow('/api/articles?after=&limit=2&sort=title', 'next')).toEqual([
      'cafe,Über Druck',
      'Zebra',
    ])
    expect(await follow('/api/articles?before=&limit=2&sort=title', 'prev')).toEqual([
      'Über Druck,Zebra',
      'cafe',
    ])
  })

  it('counts all pages, and has a tag', async () => {
    const { headers } = await get('/api/articles?after=&limit=2')
    expect(headers).toMatchObject({ 'x-total-count': '3', etag: expect.any(String) })
    const again = await world.send('GET', '/api/articles?after=&limit=2', {
      as: null,
      headers: { 'if-none-match': headers['etag'] as string },
    })
    expect(again.status).toBe(304)
  })
})

describe('C13.5 counts', () => {
  it('counts the records of a list by the values of a field', async () => {
    const exact = (value: string, number: number) => ({ value, count: { value: number, precision: 'EXACT' } })
    expect(readBody(await get('/api/workshops/counts?by=progress'))).toEqual([exact('PLANNED', 2)])
    expect(readBody(await get('/api/articles/counts?by=status&tags=press'))).toEqual([exact('PUBLISHED', 2)])
    expect(readBody(await get('/api/search/counts?query=press'))).toEqual([exact('ARTICLE', 2)])
    expect((await get('/api/users/counts?by=role')).status).toBe(401)
  })

  it.each([
    ['/api/articles/counts', 'The parameter by is missing'],
    ['/api/articles/counts?by=title', 'The parameter by must be '],
    ['/api/articles/counts?by=status&page=2', 'no parameter "page"'],
  ])('%s is BAD_REQUEST', async (path, message) => {
    const { status, body } = await get(path)
    expect([status, body]).toEqual([400, expect.stringContaining(message.replaceAll('"', '\\"'))])
  })
})

describe('C13.5 the members of a body', () => {
  it('fields narrows a body, in which id and version stay', async () => {
    const [{ id }] = readBody(await get('/api/workshops'))
    const one = await get(`/api/workshops/${id}?fields=title`)
    expect(readBody(one)).toEqual({ id, title: 'Binding', version: 1 })
    expect(one.headers['etag']).toMatch(/^"1-/)
    expect(readBody(await get('/api/workshops?fields=title,topics'))).toEqual([
      { id, title: 'Binding', topics: [], version: 1 },
      { id: expect.any(String), title: 'Setting', topics: [], version: 1 },
    ])
    expect(readBody(await get('/api/workshops?after=&limit=1&fields=progress'))).toEqual([
      { id, progress: 'PLANNED', version: 1 },
    ])
  })

  it('include puts the body of the linked record in the place of its short form', async () => {
    const [article] = readBody(await get('/api/articles?title=cafe'))
    const body = { content: 'Well said.' }
    await world.send('POST', `/api/articles/${article.id}/comments`, { as: rob, body })
    const [comment] = readBody(await get('/api/comments?include=article&fields=content'))
    expect(comment).toMatchObject({
      content: 'Well said.',
      article: { id: article.id, title: 'cafe', content: 'Some text.', owner: { username: 'ada' } },
    })
    const single = await get(`/api/comments/${comment.id}?include=article,author&fields=content`)
    expect(readBody(single)).toMatchObject({ article: { title: 'cafe' }, author: { username: 'rob' } })
    const narrow = readBody(await get('/api/comments?fields=content'))
    expect(narrow).toEqual([{ id: comment.id, content: 'Well said.', version: 1 }])
  })

  it.each([
    ['/api/workshops?fields=titel', 'did you mean title?'],
    ['/api/workshops?include=subjekt', 'did you mean subject?'],
    ['/api/comments?include=article&include=author', 'twice'],
  ])('%s is BAD_REQUEST', async (path, message) => {
    const { status, body } = await get(path)
    expect([status, body]).toEqual([400, expect.stringContaining(message)])
  })
})
