import fc from 'fast-check'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countRuns } from '../check/long-tests.ts'
import { aCast, type Cast, type Person } from '../../libs/server/tests/support/cast.ts'
import { startTestService, type Answer, type TestService } from '../../libs/server/tests/support/service.ts'
import { fillAddress } from './requests/address.ts'
import type { KnownKind } from './requests/generated-request.ts'
import { REQUESTS, type FuzzedRequest } from './requests/requests.ts'

const SECRET = 'a secret of thirty-two bytes or more'
const RUNS = countRuns({ short: 1_000, long: 20_000 })
/**
 * The requests after which the test creates new people: some requests end the account or the sessions of their sender.
 */
const RUNS_OF_A_CAST = 250

/** All data that a request could have changed, except for automatic counts: views, and the last use of a key. */
const KEPT = [
  'users t',
  '(select id, title, content, excerpt, status, tags, owner_id, likes, version, scheduled_for from articles) t',
  'revisions t',
  'comments t',
  'products t',
  'categories t',
  'likes t',
  'follows t',
  'credentials t',
  '(select id, owner_id, name, scopes, expires_at from api_keys) t',
  'webhooks t',
  'second_factors t',
]
const FINGERPRINT = `select ${KEPT.map(
  (table) => `(select count(*) || ' ' || coalesce(sum(hashtext(t::text)), 0) from ${table})`,
).join(" || ', ' || ")} as kept`

const isWrite = ({ method }: FuzzedRequest): boolean => !['GET', 'HEAD', 'OPTIONS'].includes(method)

describe('4.2 the REST interface under any request', () => {
  let service: TestService
  let database: Client
  let cast: Cast
  let people: readonly (Person & { readonly name: string })[]
  let there: Readonly<Record<KnownKind, string>>

  beforeAll(async () => {
    service = await startTestService('PostgreSQL', { JWT_SECRET: SECRET })
    database = new Client(service.databaseUrl)
    await database.connect()
    cast = aCast(service, SECRET)
  }, 60_000)
  afterAll(async () => {
    await database.end()
    await service.stop()
  })

  const readFingerprint = async (): Promise<string> => (await database.query(FINGERPRINT)).rows[0].kept

  /** A user of each role, and a record of each kind. */
  const prepare = async (): Promise<void> => {
    const roles = ['ADMIN', 'EDITOR', 'AUTHOR', 'READER', 'GUEST'] as const
    const named = await Promise.all(roles.map(async (name) => ({ name, ...(await cast.person(name)) })))
    people = [
      ...named,
      { name: 'nobody', id: '0', as: null },
      { name: 'with a spoilt token', id: '0', as: 'Bearer x.y.z' },
    ]
    const [admin, , author] = named
    if (!admin || !author) throw new Error('nobody is there')
    const make = async (path: string, body: object): Promise<string> =>
      String((await service.call('POST', path, { as: admin.as, body })).body.id)
    const article = await cast.article(author)
    const category = await make('/api/categories', { name: `Category ${Math.random()}` })
    there = {
      users: (await cast.person('READER')).id,
      articles: article,
      comments: await cast.comment(article, author),
      categories: category,
      products: await make('/api/products', { title: 'T', price: 1, stock: 1, categoryId: category }),
      'api-keys': await make('/api/api-keys', { name: 'k', scopes: ['articles:read'] }),
      webhooks: await make('/api/webhooks', { url: 'https://a.example', events: ['user.deleted'] }),
      'oauth-clients': await make('/api/oauth-clients', {
        name: 'c',
        grants: ['CLIENT_CREDENTIALS'],
        scopes: ['articles:read'],
      }),
    }
  }

  const send = (request: FuzzedRequest): Promise<Answer> =>
    service.call(
      request.method,
      fillAddress(request, (kind) => there[kind]),
      {
        as: people[request.sender]?.as ?? null,
        headers: request.headers,
        ...(request.body !== undefined && { body: request.body }),
      },
    )

  const statuses = new Map<number, number>()

  it(
    `${RUNS} requests made of its own document: no failure, every answer as documented, nothing half-written`,
    { timeout: 240_000 },
    async () => {
      let sent = 0
      const property = fc.asyncProperty(REQUESTS, async (request) => {
        if (sent++ % RUNS_OF_A_CAST === 0) await prepare()
        const before = isWrite(request) ? await readFingerprint() : null
        // `send` throws if the document does not describe the response.
        const { status } = await send(request)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        expect(status).toBeLessThan(500)
        if (before !== null && status >= 400) expect(await readFingerprint()).toBe(before)
      })
      await fc.assert(property, { numRuns: RUNS, endOnFailure: true })
    },
  )

  it('requests of each common kind arrive', () => {
    for (const status of [200, 204, 400, 401, 403, 404, 405, 422])
      expect([...statuses.keys()]).toContain(status)
  })
})
