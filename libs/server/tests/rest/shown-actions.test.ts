import { aContext, callerOf, TEST_AUDIT_CONTEXT, toolModel as model } from '@content-service/domain/testing'
import type { Context, User } from '@content-service/domain'
import { createStores, openDatabase, type Database } from '@content-service/persistence'
import { createRestHandler, createRoutes } from '@content-service/rest-handlers'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readSettings } from '../../src/settings/read-settings.ts'
import { startService, type RunningService } from '../../src/start/start.ts'
import { aCast, NOBODY, type Person } from '../support/cast.ts'
import { createMigratedDatabase } from '../support/processes/migrated-database.ts'
import { proposeMigration } from '../support/processes/proposed-migration.ts'
import { ADMIN, ADMIN_PASSWORD, JWT_SECRET, type Answer } from '../support/service.ts'

type Rows = readonly (Readonly<Record<string, unknown>> & {
  readonly id: string
  readonly actions: readonly string[]
})[]

const ROLES = ['GUEST', 'READER', 'AUTHOR', 'EDITOR', 'ADMIN'] as const
const STATES = ['DRAFT', 'REVIEW', 'PUBLISHED', 'ARCHIVED'] as const

describe('C17.9 actions in bodies, on PostgreSQL', { timeout: 60_000 }, () => {
  const statements: string[] = []
  let service: RunningService
  let database: Database
  let drop: () => Promise<void>
  let people: Readonly<Record<string, Person>>

  const send = async (
    path: string,
    as: string | null,
    { method = 'GET', body, headers = {} }: { method?: string; body?: object; headers?: object } = {},
  ): Promise<Answer> => {
    const credential = as === null ? {} : { authorization: as }
    const init = { method, headers: { 'content-type': 'application/json', ...credential, ...headers } }
    const response = await fetch(service.url + path, { ...init, ...(body && { body: JSON.stringify(body) }) })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) }
  }
  const list = async (path: string, as: string | null): Promise<Rows> => (await send(path, as)).body

  beforeAll(async () => {
    const migrated = await createMigratedDatabase()
    drop = migrated.drop
    const environment = { DATABASE_URL: migrated.url, JWT_SECRET }
    const migrations = [await proposeMigration('tools', environment, { model })]
    const first = { PORT: '0', ADMIN_EMAIL: ADMIN, ADMIN_PASSWORD, SAMPLE_CONTENT: 'false' }
    const limits = { RATE_LIMIT: '1000000', RATE_LIMIT_ANONYMOUS: '1000000' }
    const log = pino({ level: 'silent' })
    service = await startService(readSettings({ ...environment, ...first, ...limits }), log, {
      model,
      migrations,
    })
    database = await openDatabase(
      { url: migrated.url },
      { model, onStatement: (sql) => void statements.push(sql) },
    )
    const graphql = (query: string, variables = {}, as: string | null = null) =>
      send('/graphql', as, { method: 'POST', body: { query, variables } })
    const cast = aCast({ graphql }, JWT_SECRET)
    const named = await Promise.all(ROLES.map(async (role) => [role, await cast.person(role)] as const))
    people = { nobody: NOBODY, ...Object.fromEntries(named) }
    const author = people['AUTHOR'] as Person
    const { as: editor } = people['EDITOR'] as Person
    for (let made = 0; made < 20; made += 1)
      await cast.articleIn(author, STATES[made % STATES.length] ?? 'DRAFT')
    const { body: subject } = await send('/api/categories', editor, {
      method: 'POST',
      body: { name: 'Print' },
    })
    const workshop = { title: 'Type', startsAt: '2030-01-01T10:00:00Z', contact: 'x', subjectId: subject.id }
    const created = await Promise.all(
      ['READER', 'EDITOR', 'READER'].map((role) =>
        send('/api/workshops', people[role]?.as ?? null, { method: 'POST', body: workshop }),
      ),
    )
    await send(`/api/workshops/${created[0]?.body.id}/open`, editor, { method: 'POST' })
    const comment = { method: 'POST', body: { content: 'Well said.' } }
    const [published] = await list('/api/articles?status=PUBLISHED', null)
    for (const role of ['READER', 'EDITOR'])
      await send(`/api/articles/${published?.id}/comments`, people[role]?.as ?? null, comment)
  })
  afterAll(async () => {
    await database.close()
    await service.stop()
    await drop()
  })

  it.each(['articles', 'comments', 'workshops', 'categories', 'users'])(
    'the words of each body of %s are those of its own address, for each role',
    async (plural) => {
      let compared = 0
      for (const [name, { as }] of Object.entries(people)) {
        const { status, body } = await send(`/api/${plural}?actions=true&limit=100`, as)
        expect(status, name).toBe(plural === 'users' && as === null ? 401 : 200)
        for (const { id, actions, ...others } of status === 200 ? (body as Rows) : []) {
          const path = `/api/${plural}/${id}`
          expect(actions, `${name} ${path}`).toEqual(await list(`${path}/actions`, as))
          const { actions: ofRecord, ...shown } = (await send(`${path}?actions=true`, as)).body
          expect(ofRecord).toEqual(actions)
          expect(shown).toMatchObject(
            plural === 'articles' ? { id, version: others['version'] } : { id, ...others },
          )
          compared += 1
        }
      }
      expect(compared).toBeGreaterThan(5)
    },
  )

  it('a page by cursor has the same words, with fields and an order', async () => {
    const { as } = people['EDITOR'] as Person
    const whole = await list('/api/articles?actions=true&limit=100&sort=createdAt', as)
    const words = new Map(whole.map(({ id, actions }) => [id, actions]))
    const path = '/api/articles?actions=true&fields=title&sort=createdAt&after=&limit=5'
    const { headers, body: first } = await send(path, as)
    const links = (headers.get('link') ?? '').split(', ')
    const link = links.find((each) => each.endsWith('rel="next"'))?.split(/[<>]/)[1] ?? ''
    for (const page of [first as Rows, await list(link, as)]) {
      expect(page).toHaveLength(5)
      for (const row of page)
        expect(row).toEqual({
          id: row.id,
          title: 'A title',
          version: expect.any(Number),
          actions: words.get(row.id),
        })
    }
  })

  it('C7.8 shows no more than a try would: nothing to guests, and nothing behind a mask', async () => {
    const guest = await list('/api/workshops?actions=true', null)
    expect(guest.map(({ actions, contact }) => [actions, contact])).toEqual(Array(3).fill([[], null]))
    const reader = await list('/api/workshops?fields=contact&actions=true', people['READER']?.as ?? null)
    const own = reader.filter(({ contact }) => contact === 'x')
    expect(own.map(({ actions }) => actions).toSorted()).toEqual([
      ['cancel', 'delete', 'open', 'update'],
      ['cancel', 'delete', 'update'],
    ])
    expect(reader.filter(({ contact }) => contact === null).map(({ actions }) => actions)).toEqual([[]])
  })

  it('C6.8 the tag of a body follows from its actions, and no shared cache keeps those of a caller', async () => {
    const [author, reader] = [people['AUTHOR']?.as ?? '', people['READER']?.as ?? '']
    const [{ id } = { id: '' }] = await list('/api/articles?status=PUBLISHED', null)
    for (const path of [`/api/articles/${id}`, '/api/articles?status=PUBLISHED']) {
      const asked = `${path}${path.includes('?') ? '&' : '?'}actions=true`
      const { headers } = await send(asked, author)
      const given = { headers: { 'if-none-match': headers.get('etag') ?? '' } }
      expect(headers.get('cache-control')).toContain('private')
      expect((await send(asked, author, given)).status).toBe(304)
      expect((await send(asked, reader, given)).status).toBe(200)
      expect((await send(asked, null, given)).status).toBe(200)
      expect((await send(path, author, given)).status).toBe(200)
    }
  })

  it('C12.8 takes no statement more, for a list of 20 records and for one record', async () => {
    const stores = createStores(database.session(), TEST_AUDIT_CONTEXT, { model })
    const user = (await stores.users.get(Number(people['EDITOR']?.id) as User['id'])) as User
    const context: Context = aContext({ model, stores, caller: callerOf(user) })
    const handle = createRestHandler(
      { baseUrl: 'https://content.example', report: () => undefined, requireIfMatch: false },
      createRoutes(model),
    )
    const run = async (address: string) => {
      const { pathname: path, searchParams: query } = new URL(address, 'http://localhost')
      statements.length = 0
      const { status, body } = await handle(
        { method: 'GET', path, query, headers: {}, body: new Uint8Array(), id: 'request-1' },
        context,
      )
      expect(status).toBe(200)
      return { sent: statements.length, body: JSON.parse(body) }
    }
    const articles = await run('/api/articles?limit=20')
    expect(articles.body).toHaveLength(20)
    const [{ id }] = articles.body
    for (const path of [
      '/api/articles?limit=20',
      `/api/articles/${id}`,
      '/api/workshops?limit=20',
      '/api/users?limit=20',
    ]) {
      const { sent } = await run(path)
      const withActions = await run(`${path}${path.includes('?') ? '&' : '?'}actions=true`)
      expect([path, withActions.sent]).toEqual([path, sent])
      const [row] = [withActions.body].flat()
      expect(row.actions).toEqual(expect.any(Array))
    }
    expect((await run('/api/articles/actions')).sent).toBe(0)
  })

  it('GET /api/<plural>/actions and recipeActions are the same for each role', async () => {
    const names = {
      articles: 'article',
      comments: 'comment',
      users: 'user',
      workshops: 'workshop',
      tools: 'tool',
    }
    const query = `{ ${Object.values(names)
      .map((word) => `${word}Actions`)
      .join(' ')} }`
    for (const [name, { as }] of Object.entries(people)) {
      const { body } = await send('/graphql', as, { method: 'POST', body: { query } })
      for (const [plural, word] of Object.entries(names))
        expect(await list(`/api/${plural}/actions`, as), name).toEqual(body.data[`${word}Actions`])
    }
    expect(await list('/api/tools/actions', people['EDITOR']?.as ?? null)).toEqual(['create'])
    expect(await list('/api/workshops/actions', people['READER']?.as ?? null)).toEqual(['create'])
    expect(await list('/api/users/actions', people['EDITOR']?.as ?? null)).toEqual([])
  })
})
