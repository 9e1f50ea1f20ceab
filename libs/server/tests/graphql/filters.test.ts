import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aCast, type Cast, type Person } from '../support/cast.ts'
import { SAMPLED_DATABASES, startTestService, type Answer, type TestService } from '../support/service.ts'

const SECRET = 'a secret of thirty-two bytes or more'
type Found = readonly string[] | string

describe.each(SAMPLED_DATABASES)('C12.2 filters, the same over both interfaces, on %s', (kind) => {
  let service: TestService
  let cast: Cast
  let [admin, author, reader]: Person[] = []
  beforeAll(async () => {
    service = await startTestService(kind, { JWT_SECRET: SECRET })
    cast = aCast(service, SECRET)
    admin = await cast.person('ADMIN')
    author = await cast.person('AUTHOR')
    reader = await cast.person('READER')
  }, 60_000)
  afterAll(() => service.stop())

  const listIds = (rows: readonly { readonly id: unknown }[]): readonly string[] =>
    rows.map(({ id }) => String(id))
  const readIdsOrCode = ({ body }: Answer, ids: () => readonly string[]): Found =>
    body.errors?.[0]?.extensions?.code ?? body.code ?? ids()
  const overGraphql = async (list: string, query: string, by: Person | undefined): Promise<Found> => {
    const answer = await service.graphql(query, {}, by?.as ?? null)
    return readIdsOrCode(answer, () => {
      const found = answer.body.data[list]
      return listIds(found.edges?.map(({ node }: { node: { id: string } }) => node) ?? found)
    })
  }
  const overRest = async (path: string, by: Person | undefined): Promise<Found> => {
    const answer = await service.call('GET', path, { as: by?.as ?? null })
    return readIdsOrCode(answer, () => listIds(answer.body))
  }

  describe('articles by owner', () => {
    const findEverywhere = async (id: string, by?: Person) => [
      await overGraphql('articles', `{ articles(ownerId: "${id}") { id } }`, by),
      await overGraphql(
        'articlesConnection',
        `{ articlesConnection(ownerId: "${id}") { totalCount { value } edges { node { id } } } }`,
        by,
      ),
      await overRest(`/api/articles?ownerId=${id}`, by),
    ]
    const everywhere = (ids: readonly string[]) => [ids, ids, ids]

    it('finds the articles that the caller may read', async () => {
      const owner = await cast.person('AUTHOR')
      const published = await cast.article(owner)
      const draft = await cast.articleIn(owner, 'DRAFT')
      await cast.article(author as Person)
      expect(await findEverywhere(owner.id)).toEqual(everywhere([published]))
      expect(await findEverywhere(owner.id, reader)).toEqual(everywhere([published]))
      expect(await findEverywhere(owner.id, owner)).toEqual(everywhere([draft, published]))
      expect(await findEverywhere(owner.id, admin)).toEqual(everywhere([draft, published]))
    })

    it('C2.1 finds nothing for an impossible id', async () => {
      for (const id of ['0', '-1', '007', '1.5', '2147483648', 'ada', '', '__proto__'])
        expect(await findEverywhere(id, admin), id).toEqual(everywhere([]))
    })

    it('C3.5 does not reveal the earlier owners of articles of ghost', async () => {
      const owner = await cast.person('AUTHOR')
      const article = await cast.article(owner)
      await service.call('PATCH', `/api/users/${owner.id}`, { body: { deleted: true } })
      for (const by of [undefined, reader, admin])
        expect(await findEverywhere(owner.id, by)).toEqual(everywhere([]))
      await service.call('PATCH', `/api/users/${owner.id}`, { body: { deleted: false } })
      expect(await findEverywhere(owner.id)).toEqual(everywhere([article]))
    })

    it('refuses the cursor of another owner', async () => {
      const query = (id: string, after: string) =>
        `{ articlesConnection(ownerId: "${id}", first: 1, after: ${after}) { pageInfo { endCursor } } }`
      const owner = await cast.person('AUTHOR')
      await cast.article(owner)
      const { body } = await service.graphql(query(owner.id, 'null'), {}, admin?.as)
      const cursor = JSON.stringify(body.data.articlesConnection.pageInfo.endCursor)
      expect(await overGraphql('articlesConnection', query(author?.id ?? '', cursor), admin)).toBe(
        'BAD_USER_INPUT',
      )
    })
  })

  describe('C13.6 a hostile filter in a variable', () => {
    const QUERIES = [
      'query ($where: ArticleWhere) { articles(where: $where) { id } }',
      'query ($where: ArticleWhere) { articlesConnection(where: $where) { nodes { id } } }',
    ]
    const nest = (levels: number) => `${'{"not":'.repeat(levels)}{}${'}'.repeat(levels)}`

    it.each([
      ['6 levels', nest(6), 'QUERY_TOO_COMPLEX'],
      ['400 levels', nest(400), 'QUERY_TOO_COMPLEX'],
      ['10,000 levels', nest(10_000), 'BAD_USER_INPUT'],
      ['51 empty parts', `{"or":[${Array(51).fill('{}').join()}]}`, 'QUERY_TOO_COMPLEX'],
      ['100,000 empty parts', `{"and":[${Array(100_000).fill('{}').join()}]}`, 'BAD_USER_INPUT'],
      ['100,000 values', `{"id":{"in":[${Array(100_000).fill('"1"').join()}]}}`, 'BAD_USER_INPUT'],
      ['__proto__', '{"or":[{"__proto__":{"id":{"eq":"1"}}}]}', 'BAD_USER_INPUT'],
      ['constructor', '{"owner":{"constructor":{"name":{"eq":"1"}}}}', 'BAD_USER_INPUT'],
    ])('of %s is refused', async (_, where, code) => {
      for (const query of QUERIES) {
        const response = await fetch(`${service.url}/graphql`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: `{"query":${JSON.stringify(query)},"variables":{"where":${where}}}`,
        })
        const { errors } = (await response.json()) as { readonly errors: readonly { extensions: object }[] }
        expect(errors.map(({ extensions }) => extensions)).toEqual([expect.objectContaining({ code })])
      }
    })
  })

  describe('deleted users', () => {
    const findEverywhere = async (deleted: boolean, by?: Person) => [
      await overGraphql('users', `{ users(deleted: ${deleted}, limit: 100) { id } }`, by),
      await overGraphql(
        'usersConnection',
        `{ usersConnection(deleted: ${deleted}, first: 100) { edges { node { id } } } }`,
        by,
      ),
      await overRest(`/api/users?deleted=${deleted}&limit=100`, by),
    ]

    it('are listed as themselves for holders of users:read on others', async () => {
      const gone = await cast.person('READER')
      await service.call('PATCH', `/api/users/${gone.id}`, { body: { deleted: true } })
      const lists = await findEverywhere(true, admin)
      expect(lists[0]).toContain(gone.id)
      expect(lists.map((list) => [...list])).toEqual([lists[0], lists[0], lists[0]])
      const { body } = await service.graphql(
        '{ usersConnection(deleted: true) { edges { node { id username } } } }',
        {},
        admin?.as,
      )
      const node = body.data.usersConnection.edges.find(
        (edge: { node: { id: string } }) => edge.node.id === gone.id,
      )
      expect(node.node.username).not.toBe('ghost')
      for (const list of await findEverywhere(false, admin)) expect(list).not.toContain(gone.id)
    })

    it('are FORBIDDEN for other callers, and UNAUTHENTICATED without a credential', async () => {
      expect(await findEverywhere(true, reader)).toEqual(Array(3).fill('FORBIDDEN'))
      expect(await findEverywhere(true)).toEqual(Array(3).fill('UNAUTHENTICATED'))
    })
  })
})

describe.each(SAMPLED_DATABASES)('C12.2 GET /api/audit-log on %s', (kind) => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService(kind)
    await service.call('POST', '/api/categories', { body: { name: 'Tools' } })
    await service.call('POST', '/api/categories', { as: null, body: { name: 'Toys' } })
  }, 60_000)
  afterAll(() => service.stop())

  const get = (query = '', headers: Readonly<Record<string, string>> = {}) =>
    service.call('GET', `/api/audit-log${query}`, { headers })

  it('contains the entries of auditLog', async () => {
    const fields =
      'id at credential action resource resourceId decision address requestId field reason moreRefused'
    const { body } = await service.graphql(
      `{ auditLog(first: 3) { edges { node { ${fields} actor { id username name } } } } }`,
    )
    const nodes = body.data.auditLog.edges.map(({ node }: { node: object }) => node)
    const listed = (await get('?limit=3')).body
    expect(listed).toEqual(nodes)
    expect(listed).toContainEqual(
      expect.objectContaining({ action: 'createCategory', decision: 'DENY', actor: null }),
    )
  })

  it('C6.3 is a list like other lists: Link, X-Total-Count, page, limit, HEAD, OPTIONS, ETag', async () => {
    const page = await get('?limit=1&page=2')
    expect([page.status, page.body.length]).toEqual([200, 1])
    expect(page.headers.get('link')).toMatch(/page=1>; rel="first".*rel="prev".*rel="last"/)
    expect(Number(page.headers.get('x-total-count'))).toBeGreaterThanOrEqual(2)
    const etag = page.headers.get('etag') ?? ''
    expect((await get('?limit=1&page=2', { 'if-none-match': etag })).status).toBe(304)
    expect((await service.call('HEAD', '/api/audit-log')).headers.get('x-total-count')).toMatch(/^\d+$/)
    expect((await service.call('OPTIONS', '/api/audit-log', { as: null })).headers.get('allow')).toBe(
      'GET, HEAD, OPTIONS',
    )
    for (const query of ['?limit=0', '?limit=101', '?page=0', '?verb=createUser'])
      expect((await get(query)).status).toBe(400)
    expect((await service.call('POST', '/api/audit-log', { body: {} })).status).toBe(405)
  })

  it('needs audit:read', async () => {
    expect((await service.call('GET', '/api/audit-log', { as: null })).status).toBe(401)
  })
})
