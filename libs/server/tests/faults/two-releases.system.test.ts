import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { chooseForm } from '../../../../tools/check/long-tests.ts'
import { createDatabase } from '../../../../tools/postgres/postgres-database.ts'
import { freePort } from '../../../../tools/postgres/postgres-server.ts'
import { startNginx, type Nginx } from '../../../../tools/programs/nginx.ts'
import { requirePrograms } from '../../../../tools/programs/required-programs.ts'
import { startApi, type ApiProcess } from '../support/processes/api-process.ts'
import { configurePorts } from '../support/processes/deployed.ts'
import {
  hasCommit,
  LAST_RELEASE,
  unpackRelease,
  type ReleasedSource,
} from '../support/versions/released-source.ts'
import { startWriters } from '../support/writers.ts'

requirePrograms('git', 'nginx', 'tar')

/** Articles that are there before the update. Above 100,000 rows, indexes are made beside writes. */
const ARTICLES = chooseForm({ short: 2_000, long: 100_001 })

const isThere = hasCommit(LAST_RELEASE)
/** Without the commit, there are no figures of an update: the totals have the tests as skipped. */
const needsCommit = (skip: (condition: boolean, note: string) => void): void =>
  skip(!isThere, `needs the commit ${LAST_RELEASE}, which a shallow clone does not have`)

describe('C17.10 an update of two processes from the last release', { timeout: 600_000 }, () => {
  let release: ReleasedSource | undefined
  let [url, databaseUrl] = ['', '']
  let drop: (() => Promise<void>) | undefined
  let nginx: Nginx | undefined
  let ports: readonly [number, number, number]
  const apis = new Map<number, ApiProcess>()

  const query = async (text: string): Promise<readonly Readonly<Record<string, unknown>>[]> => {
    const client = new Client({ connectionString: databaseUrl })
    await client.connect()
    return (await client.query(text).finally(() => client.end())).rows
  }
  const start = async (port: number, program?: string): Promise<void> => {
    const settings = { DATABASE_URL: databaseUrl, BASE_URL: url, TRUST_PROXY: '127.0.0.1' }
    apis.set(port, await startApi({ ...settings, PORT: String(port) }, program))
    await vi.waitUntil(async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).ok, {
      timeout: 60_000,
      interval: 20,
    })
  }
  const getReleased = (): string | undefined => release?.locate('apps/api/src/start.js')
  const fill = () =>
    query(`insert into articles (id, title, content, excerpt, excerpt_derived, status, tags, owner_id, created_at, version)
        select gen_random_uuid(), 'Before ' || n, 'Text', 'Text', true, 'PUBLISHED', '{}', 2, now() - n * interval '1 second', 1
        from generate_series(1, ${ARTICLES}) n`)

  beforeAll(async () => {
    if (!isThere) return
    release = unpackRelease(LAST_RELEASE)
    const database = await createDatabase(inject('postgresUrl'))
    ;[databaseUrl, drop] = [database.url, database.drop]
    ports = [await freePort(), await freePort(), await freePort()]
    url = `http://127.0.0.1:${ports[0]}`
    for (const port of ports.slice(1)) await start(port, getReleased())
    await fill()
    nginx = await startNginx(configurePorts([...ports]), ports[0])
  }, 300_000)
  afterAll(async () => {
    await nginx?.stop()
    for (const api of apis.values()) await api.kill()
    await drop?.()
    release?.remove()
  }, 60_000)

  /** Restarts one process after the other with another program, while clients write and read. */
  const roll = async (program?: string) => {
    const writers = startWriters(url, 4)
    await writers.more(5)
    for (const port of ports.slice(1)) {
      expect((await apis.get(port)?.stop('SIGTERM'))?.code).toBe(0)
      await start(port, program)
      await writers.more(5)
    }
    await writers.finish()
    const statuses = new Set(writers.answers.map(({ status }) => status))
    return { writers, failed: [...statuses].filter((status) => status >= 400), statuses }
  }
  /** Which acknowledged changes the database does not have, and which articles it has twice: no list has 100,000. */
  const findMistakes = async ({ acknowledged }: Awaited<ReturnType<typeof roll>>['writers']) => {
    const rows = await query("select id::text as id, title from articles where title like 'writer-%'")
    const editions = new Map(rows.map(({ id, title }) => [id, Number(String(title).split(' ').at(-1))]))
    const names = rows.map(({ title }) => String(title).split(' edition ')[0])
    const [before] = await query("select count(*)::integer as n from articles where title like 'Before %'")
    return {
      lost: [...acknowledged].filter(([, { id, edition }]) => (editions.get(id) ?? -1) < edition),
      doubled: names.filter((name, index) => names.indexOf(name) !== index),
      before: before?.['n'],
    }
  }
  const NO_MISTAKES = { lost: [], doubled: [], before: ARTICLES }

  it('answers every request, and loses and doubles nothing', async ({ skip }) => {
    needsCommit(skip)
    const { writers, failed } = await roll()
    expect([failed, writers.unanswered()]).toEqual([[], 0])
    expect(await findMistakes(writers)).toEqual(NO_MISTAKES)
    expect(await query('select statement from waiting_indexes')).toEqual([])
    expect(
      await query('select indexrelid::regclass::text as name from pg_index where not indisvalid'),
    ).toEqual([])
  })

  it('leads back to the release before in the same way', async ({ skip }) => {
    needsCommit(skip)
    const { writers, failed } = await roll(getReleased())
    expect([failed, writers.unanswered()]).toEqual([[], 0])
    expect(await findMistakes(writers)).toEqual(NO_MISTAKES)
  })
})
