import { once } from 'node:events'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createDatabase } from '../../../../tools/postgres-database.ts'
import { openEventStream, type EventStream } from '../testing/event-stream.ts'
import { startProgram, type RunningProgram } from '../testing/processes.ts'
import { ADMIN, ADMIN_PASSWORD, AS_ADMIN } from '../testing/service.ts'

const CHANGED = (id: string) => `subscription { articleChanged(id: "${id}") { title } }`

describe('C10.7 two API processes on one PostgreSQL', { timeout: 60_000 }, () => {
  let [one, other] = [] as unknown as [RunningProgram, RunningProgram]
  let [oneUrl, otherUrl, article] = ['', '', '']
  let database: Client
  let drop: () => Promise<void>

  const start = (url: string) =>
    startProgram('main.ts', [], {
      PORT: '0',
      DATABASE_URL: url,
      SAMPLE_CONTENT: 'false',
      JWT_SECRET: 'a secret of thirty-two bytes or more',
      ADMIN_EMAIL: ADMIN,
      ADMIN_PASSWORD,
      GRAPHQL_MAX_STREAMS_EACH: '2',
    })
  const addressOf = async (program: RunningProgram): Promise<string> =>
    (await program.said(/(http:\/\/127\.0\.0\.1:[0-9]+)\/graphql/))[1] as string
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
    const created = await createDatabase(inject('postgresUrl'))
    drop = created.drop
    one = start(created.url)
    oneUrl = await addressOf(one)
    other = start(created.url)
    otherUrl = await addressOf(other)
    database = new Client({ connectionString: created.url })
    await database.connect()
    const { createArticle } = await write(
      oneUrl,
      'mutation { createArticle(input: { authorId: "2", title: "First", content: "Text", status: PUBLISHED }) { id } }',
    )
    article = createArticle.id
  }, 60_000)
  afterAll(async () => {
    for (const program of [one, other]) program.process.kill('SIGKILL')
    await Promise.all([one.ended(), other.ended()])
    await database.end()
    await drop()
  })

  const listeners = async (): Promise<number> => {
    const found = await database.query(
      `select 1 from pg_stat_activity where datname = current_database() and query like 'listen%'`,
    )
    return found.rows.length
  }

  it('what is written at one is heard at the other, and a process without streams listens to nothing', async () => {
    expect(await listeners()).toBe(0)
    const stream = await openEventStream(otherUrl, CHANGED(article))
    expect(await listeners()).toBe(1)
    await retitle(oneUrl, 'Second')
    expect(await titleHeard(stream)).toBe('Second')
    await stream.close()
    await expect.poll(listeners).toBe(0)
  })

  it('what is written while the connection that listens is broken is heard all the same', async () => {
    const stream = await openEventStream(otherUrl, CHANGED(article))
    await database.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`)
    await expect.poll(() => retitle(oneUrl, 'Third')).toMatchObject({ updateArticle: { id: article } })
    expect(await titleHeard(stream)).toBe('Third')
    await retitle(oneUrl, 'Fourth')
    expect(await titleHeard(stream)).toBe('Fourth')
    await stream.close()
  })

  it('somebody may have so many streams open, and another one once one of them is closed', async () => {
    const open = () => openEventStream(oneUrl, CHANGED(article))
    const streams = [await open(), await open()]
    const refused = (await open()).response
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30'])
    expect(await refused.json()).toMatchObject({ errors: [{ extensions: { code: 'RATE_LIMITED' } }] })
    await streams[0]?.close()
    await expect.poll(async () => (await open()).response.status).toBe(200)
  })

  it('a process that stops ends its streams at once, and they go on at the other where they were', async () => {
    const stream = await openEventStream(otherUrl, CHANGED(article))
    const closed = once(other.process, 'close')
    other.process.kill('SIGTERM')
    expect(await stream.next()).toBeNull()
    await retitle(oneUrl, 'While nobody listened')
    const again = await openEventStream(oneUrl, CHANGED(article), {
      as: AS_ADMIN,
      lastEventId: stream.lastEventId(),
    })
    expect(await titleHeard(again)).toBe('While nobody listened')
    await again.close()
    const [code] = await closed
    expect(code).toBe(0)
  })
})
