import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMigratedDatabase } from '../support/processes/migrated-database.ts'
import { startTestService, type Answer, type TestService } from '../support/service.ts'

const CONNECTIONS = 4
const LIMITS = {
  DATABASE_CONNECTIONS: String(CONNECTIONS),
  DATABASE_STATEMENT_TIMEOUT_MS: '2500',
  DATABASE_LOCK_TIMEOUT_MS: '1000',
  DATABASE_CONNECTION_TIMEOUT_MS: '500',
  SEARCH_TIMEOUT_MS: '300',
}

describe('C10.4 a pool that is full of slow queries', { timeout: 60_000 }, () => {
  let service: TestService
  let database: { readonly url: string; drop(): Promise<void> }
  let other: Client
  let article: string

  beforeAll(async () => {
    database = await createMigratedDatabase()
    service = await startTestService('PostgreSQL', { DATABASE_URL: database.url, ...LIMITS })
    const { body } = await service.call('POST', '/api/articles', { body: { title: 'Held', content: 'Text' } })
    article = body.id
    other = new Client({ connectionString: database.url })
    await other.connect()
  }, 60_000)
  afterAll(async () => {
    await other.end()
    await service.stop()
    await database.drop()
  })

  /** Runs a statement and holds its locks until the test calls the result. */
  const holding = async (statement: string, values: readonly unknown[] = []) => {
    await other.query('begin')
    await other.query(statement, [...values])
    return () => other.query('commit')
  }
  const sendQuery = (query: string) => service.call('POST', '/graphql', { body: { query } })
  const readCode = ({ body }: Answer): unknown => body.code ?? body.errors?.[0].extensions.code
  const summarizeRefusal = (answer: Answer) => [
    answer.status,
    answer.headers.get('retry-after'),
    readCode(answer),
  ]

  it.each([
    ['REST', () => service.call('PATCH', `/api/articles/${article}`, { body: { title: 'Late' } })],
    [
      'GraphQL',
      () => sendQuery(`mutation { updateArticle(input: { id: "${article}", title: "Late" }) { id } }`),
    ],
  ])('over %s a write that waits for a lock is stopped, and has written nothing', async (_, write) => {
    const release = await holding('select 1 from articles where id = $1 for update', [article])
    expect(summarizeRefusal(await write())).toEqual([503, '5', 'UNAVAILABLE'])
    await release()
    expect((await service.call('GET', `/api/articles/${article}`)).body.title).toBe('Held')
  })

  it('a slow search ends before other statements would, and the message advises a change of the search', async () => {
    const release = await holding('lock table search_documents')
    const answer = await sendQuery('{ searchAll(query: "held") { edges { score } } }')
    expect([...summarizeRefusal(answer), answer.body.errors[0].message]).toEqual([
      503,
      '5',
      'TIMEOUT',
      expect.stringContaining('Search for less common words or for fewer types'),
    ])
    await release()
  })

  it('C5.8 slow reads end, and others are served meanwhile; then everything works again', async () => {
    // Each of these reads is one statement. A page of REST also counts its list.
    const readArticles = [
      () => service.call('GET', `/api/articles/${article}`),
      () => sendQuery('{ articles { id } }'),
    ]
    // Guests, of whom the service knows that their reads are short.
    const readOthers = [
      () => service.call('GET', '/api/products', { as: null }),
      () => service.call('POST', '/graphql', { as: null, body: { query: '{ products { id } }' } }),
    ]
    // From the third time on, a read is prepared.
    for (let count = 0; count < 3; count += 1)
      for (const read of [...readArticles, ...readOthers]) await read()
    // The search index takes no connection while no record waits for it.
    const waiting = async () => (await other.query('select 1 from search_waiting')).rows.length
    await expect.poll(waiting, { timeout: 20_000 }).toBe(0)
    // A view that sleeps replaces the table, because no query of the service is slow by itself.
    await other.query('alter table articles rename to all_articles')
    await other.query('create view articles as select all_articles.* from all_articles, pg_sleep(60)')
    const sleeping = async () =>
      (await other.query("select 1 from pg_stat_activity where wait_event = 'PgSleep'")).rows.length
    const slow = Array.from({ length: 2 * CONNECTIONS }, (_, place) =>
      (readArticles[place % 2] as () => Promise<Answer>)(),
    )
    await expect.poll(sleeping, { interval: 20 }).toBeGreaterThan(0)
    const health = service.call('GET', '/healthz', { as: null })
    // The others have connections of their own.
    const others = await Promise.all(readOthers.map((read) => read()))
    expect(others.map(({ status }) => status)).toEqual([200, 200])
    for (const answer of await Promise.all(slow))
      expect(summarizeRefusal(answer)).toEqual([503, '5', 'TIMEOUT'])
    expect((await health).status).toBe(200)
    await other.query('drop view articles')
    await other.query('alter table all_articles rename to articles')
    const again = await Promise.all(readArticles.map((read) => read()))
    expect(again.map(({ status }) => status)).toEqual([200, 200])
  })
})
