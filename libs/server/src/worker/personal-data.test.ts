import { setTimeout as wait } from 'node:timers/promises'
import type { UserId } from '@content-service/domain'
import { TEST_AUDIT_CONTEXT, aUser } from '@content-service/domain/testing'
import { createStores, openDatabase, type Database } from '@content-service/persistence'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createDatabase } from '../../../../tools/postgres/postgres-database.ts'
import type {} from '../../../../tools/postgres/vitest-postgres.ts'
import { startWorker, type WorkerProcess } from '../../tests/support/processes/worker-process.ts'

/** Enough entries that the test can kill a worker during its work. */
const ENTRIES = 30_000
const ARTICLES = 3_000

describe('C11.2 a worker that is killed during its work', { timeout: 60_000 }, () => {
  let [database, client] = [] as unknown as [Database, Client]
  let [url, drop] = [] as unknown as [string, () => Promise<void>]
  const workers: WorkerProcess[] = []

  beforeAll(async () => {
    ;({ url, drop } = await createDatabase(inject('postgresUrl')))
    database = await openDatabase({ url })
    await database.migrate()
    client = new Client({ connectionString: url })
    await client.connect()
  }, 60_000)
  afterAll(async () => {
    for (const { child } of workers) child.kill('SIGKILL')
    await Promise.all(workers.map(({ ended }) => ended))
    await client.end()
    await database.close()
    await drop()
  })

  const start = (): WorkerProcess => {
    const worker = startWorker({ DATABASE_URL: url })
    workers.push(worker)
    return worker
  }
  const count = async (query: string): Promise<number> =>
    Number((await client.query<{ count: string }>(`select count(*) ${query}`)).rows[0]?.count)
  /** Waits until the work has begun, and kills its worker. */
  const killedWhile = async (begun: () => Promise<boolean>): Promise<void> => {
    const worker = start()
    while (!(await begun())) await wait(2)
    worker.child.kill('SIGKILL')
    await worker.ended
  }

  it('the next worker erases the remaining traces of the user', async () => {
    const stores = createStores(database.session(), TEST_AUDIT_CONTEXT)
    const { id } = await stores.users.add(aUser('leaving'), null)
    const at = new Date('2026-11-21T12:00:00Z')
    await client.query(
      `insert into audit_entries
       select gen_random_uuid(), $1, $2, 'basic', '192.0.2.7', 'x', 'something', 'articles', 'x', 'ALLOW'
       from generate_series(1, ${ENTRIES})`,
      [at, id],
    )
    await stores.users.remove(id, () => undefined, { userId: id, pseudonym: -77, at })
    const left = () => count(`from audit_entries where actor_id = ${id}`)
    await killedWhile(async () => (await left()) < ENTRIES)
    expect(await left()).toBeGreaterThan(0)
    expect(await count('from erasures')).toBe(1)
    start()
    await expect.poll(() => count('from erasures'), { timeout: 30_000 }).toBe(0)
    expect(await count(`from audit_entries where actor_id = -77 and address is null`)).toBe(ENTRIES)
  })

  it('the next worker makes the complete export again', async () => {
    const stores = createStores(database.session(), TEST_AUDIT_CONTEXT)
    const { id } = await stores.users.add(aUser('exporting', 'AUTHOR'), null)
    await client.query(
      `insert into articles (id, title, content, excerpt, excerpt_derived, status, tags, owner_id, created_at, version)
       select gen_random_uuid(), 'A title', repeat('Text. ', 500), 'Text.', true, 'DRAFT', '{}', $1, now(), 1
       from generate_series(1, ${ARTICLES})`,
      [id],
    )
    for (const { child, ended } of workers.splice(0)) {
      child.kill('SIGKILL')
      await ended
    }
    await stores.exports.request(createExport(id), () => true)
    const parts = () => count('from data_export_parts')
    await killedWhile(async () => (await parts()) > 2)
    expect((await stores.exports.newest(id))?.readyAt).toBeNull()
    // Ends the claim of the killed worker.
    await client.query('update data_exports set claimed_until = now()')
    start()
    const isReady = async () => (await stores.exports.newest(id))?.readyAt !== null
    await expect.poll(isReady, { timeout: 30_000 }).toBe(true)
    const { rows } = await client.query<{ content: string }>(
      'select content from data_export_parts order by place',
    )
    const lines = rows.flatMap(({ content }) => content.trim().split('\n'))
    expect(lines.filter((line) => line.includes('"type":"article"'))).toHaveLength(ARTICLES)

    function createExport(userId: UserId) {
      return { id: stores.exports.nextId(), userId, requestedAt: new Date(), readyAt: null, expiresAt: null }
    }
  })
})
