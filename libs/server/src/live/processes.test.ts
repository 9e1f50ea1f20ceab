import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMigratedDatabase } from '../../tests/support/processes/migrated-database.ts'
import { openEventStream, type EventStream } from '../../tests/support/event-stream.ts'
import { startApi, type ApiProcess } from '../../tests/support/processes/api-process.ts'
import { AS_ADMIN } from '../../tests/support/service.ts'

const CHANGED = (id: string) => `subscription { articleChanged(id: "${id}") { title } }`

describe('C10.7 two API processes on one PostgreSQL', { timeout: 60_000 }, () => {
  let [one, other] = [] as unknown as [ApiProcess, ApiProcess]
  let article = ''
  let database: Client
  let drop: () => Promise<void>

  const start = (url: string): Promise<ApiProcess> =>
    startApi({ DATABASE_URL: url, GRAPHQL_MAX_STREAMS_EACH: '2' })
  const write = async (url: string, query: string) => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { authorization: AS_ADMIN, 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    })
    // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into any JSON
    return ((await response.json()) as { data: any }).data
  }
  const retitle = (url: string, title: string) =>
    write(url, `mutation { updateArticle(input: { id: "${article}", title: "${title}" }) { id } }`)
  const titleHeard = async (stream: EventStream) => (await stream.next())?.data.data.articleChanged.title

  beforeAll(async () => {
    const created = await createMigratedDatabase()
    drop = created.drop
    one = await start(created.url)
    other = await start(created.url)
    database = new Client({ connectionString: created.url })
    await database.connect()
    const { createArticle } = await write(
      one.url,
      'mutation { createArticle(input: { authorId: "2", title: "First", content: "Text", status: PUBLISHED }) { id } }',
    )
    article = createArticle.id
  }, 60_000)
  afterAll(async () => {
    await Promise.all([one.kill(), other.kill()])
    await database.end()
    await drop()
  })

  const listeners = async (): Promise<number> => {
    const found = await database.query(
      `select 1 from pg_stat_activity where datname = current_database() and query like 'listen%'`,
    )
    return found.rows.length
  }

  it('a stream receives the writes of another process, and a process without streams does not listen', async () => {
    expect(await listeners()).toBe(0)
    const stream = await openEventStream(other.url, CHANGED(article))
    expect(await listeners()).toBe(1)
    await retitle(one.url, 'Second')
    expect(await titleHeard(stream)).toBe('Second')
    await stream.close()
    await expect.poll(listeners).toBe(0)
  })

  it('a stream receives writes from the time of a broken listening connection', async () => {
    const stream = await openEventStream(other.url, CHANGED(article))
    await database.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`)
    await expect.poll(() => retitle(one.url, 'Third')).toMatchObject({ updateArticle: { id: article } })
    expect(await titleHeard(stream)).toBe('Third')
    await retitle(one.url, 'Fourth')
    expect(await titleHeard(stream)).toBe('Fourth')
    await stream.close()
  })

  it('a caller may have a limited number of open streams, and open another after closing one', async () => {
    const open = () => openEventStream(one.url, CHANGED(article))
    const streams = [await open(), await open()]
    const refused = (await open()).response
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30'])
    expect(await refused.json()).toMatchObject({ errors: [{ extensions: { code: 'RATE_LIMITED' } }] })
    await streams[0]?.close()
    await expect.poll(async () => (await open()).response.status).toBe(200)
  })

  it('a stopping process ends its streams at once, and they continue in the other process without a gap', async () => {
    const stream = await openEventStream(other.url, CHANGED(article))
    expect(stream.response.status).toBe(200)
    other.program.process.kill('SIGTERM')
    expect(await stream.next()).toBeNull()
    expect(await retitle(one.url, 'While nobody listened')).toMatchObject({ updateArticle: { id: article } })
    const again = await openEventStream(one.url, CHANGED(article), {
      as: AS_ADMIN,
      lastEventId: stream.lastEventId(),
    })
    expect(again.response.status).toBe(200)
    expect(await titleHeard(again)).toBe('While nobody listened')
    await again.close()
    const { code, errors } = await other.program.ended()
    expect(code, errors).toBe(0)
  })
})
