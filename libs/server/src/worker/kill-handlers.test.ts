import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Article, type Stores, type User } from '@content-service/domain'
import { anArticle, aUser, TEST_AUDIT_CONTEXT } from '@content-service/domain/testing'
import { createStores, openDatabase, type Database } from '@content-service/persistence'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { countRuns } from '../../../../tools/check/long-tests.ts'
import { createDatabase } from '../../../../tools/postgres/postgres-database.ts'
import type {} from '../../../../tools/postgres/vitest-postgres.ts'
import { startWorker, type WorkerProcess } from '../../tests/support/processes/worker-process.ts'
import { withValues } from '@content-service/domain/internal/model'

const PROGRAM = fileURLToPath(new URL('../../tests/support/processes/handling-worker.ts', import.meta.url))
const RECORDS = countRuns({ short: 50, long: 200 })
/** Each record is created, and changes this often. */
const CHANGES = 4
const EVENTS = RECORDS * (1 + CHANGES)
/** A worker is killed at each of these shares of the events. */
const KILLS = [0.1, 0.3, 0.5, 0.7, 0.9]

interface Note {
  readonly event: string
  readonly record: string
  readonly version: number
}

describe('C16.4 killed workers with handlers', { timeout: 300_000 }, () => {
  let [url, drop] = [] as unknown as [string, () => Promise<void>]
  let [database, folder] = [] as unknown as [Database, string]
  let ada: User
  const workers: WorkerProcess[] = []
  beforeAll(async () => {
    ;({ url, drop } = await createDatabase(inject('postgresUrl')))
    database = await openDatabase({ url })
    await database.migrate()
    folder = await mkdtemp(join(tmpdir(), 'content-service-handlers-'))
  }, 60_000)
  afterAll(async () => {
    for (const { child } of workers) child.kill('SIGKILL')
    await Promise.all(workers.map(({ ended }) => ended))
    await database.close()
    await drop()
    await rm(folder, { recursive: true, force: true })
  })

  const start = (): void =>
    void workers.push(startWorker({ DATABASE_URL: url, NOTES: join(folder, 'notes') }, PROGRAM))
  const readSubscriptions = async (): Promise<number> =>
    (await database.session().execute('select 1 from handler_subscriptions')).length
  const killFirst = async (): Promise<void> => {
    const worker = workers.shift()
    worker?.child.kill('SIGKILL')
    await worker?.ended
  }
  const readNotes = async (): Promise<readonly Note[]> => {
    const text = await readFile(join(folder, 'notes'), 'utf8').catch(() => '')
    return text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => line.split(' '))
      .map(([event = '', record = '', version = '']) => ({ event, record, version: Number(version) }))
  }
  const countEvents = async () => new Set((await readNotes()).map(({ event }) => event)).size
  const untilEvents = (count: number) =>
    expect.poll(countEvents, { timeout: 120_000, interval: 20 }).toBeGreaterThanOrEqual(count)
  const change = (stores: Stores, { id }: Article, title: string) =>
    stores.records(Article).change(id, (current) => withValues(current, { ...current, title }, new Date()))

  it('lose no event, and keep the order of each record', async () => {
    const stores = createStores(database.session(), TEST_AUDIT_CONTEXT)
    ada = await stores.users.add(aUser('ada', 'AUTHOR'), null)
    start()
    start()
    await expect.poll(readSubscriptions, { timeout: 30_000 }).toBe(4)
    const writing = (async () => {
      const articles: Article[] = []
      for (let count = 0; count < RECORDS; count += 1)
        articles.push(await stores.records(Article).add(anArticle(stores, ada.id, { status: 'DRAFT' })))
      for (let count = 0; count < CHANGES; count += 1)
        for (const article of articles) await change(stores, article, `Title ${count}`)
    })()
    for (const share of KILLS) {
      await untilEvents(EVENTS * share)
      await killFirst()
      start()
    }
    await writing
    await untilEvents(EVENTS)

    const notes = await readNotes()
    const seen = new Set<string>()
    const firsts = notes.filter(({ event }) => !seen.has(event) && seen.add(event))
    expect(firsts).toHaveLength(EVENTS)
    const byRecord = Map.groupBy(firsts, ({ record }) => record)
    expect(byRecord.size).toBe(RECORDS)
    for (const of of byRecord.values()) expect(of.map(({ version }) => version)).toEqual([1, 2, 3, 4, 5])
    // A killed worker had at most five runs under way.
    expect(notes.length - EVENTS).toBeLessThanOrEqual(KILLS.length * 5)
    await expect
      .poll(async () => (await database.session().execute('select 1 from handler_runs')).length, {
        timeout: 30_000,
      })
      .toBe(0)
  })

  it('work that a handler does not wait for ends no worker', async () => {
    const stores = createStores(database.session(), TEST_AUDIT_CONTEXT)
    await stores.users.change(ada.id, (current) => ({
      ...current,
      name: 'Ada',
      version: current.version + 1,
    }))
    const before = await countEvents()
    await stores.records(Article).add(anArticle(stores, ada.id, { status: 'DRAFT' }))
    await untilEvents(before + 1)
    expect(workers.map(({ child }) => child.exitCode)).toEqual(workers.map(() => null))
  })

  it('a handler that blocks its worker ends the worker, and the next one goes on with all others', async () => {
    const stores = createStores(database.session(), TEST_AUDIT_CONTEXT)
    for (const { child } of workers) child.kill('SIGKILL')
    await Promise.all(workers.splice(0).map(({ ended }) => ended))
    start()
    const [worker] = workers
    const rob = await stores.users.add(aUser('rob', 'AUTHOR'), null)
    const { code, errors } = (await worker?.ended) ?? { code: 0, errors: '' }
    expect([code, errors]).toEqual([null, expect.stringContaining('code has blocked this process for 16 s')])
    await database.session().execute(`update handler_runs set attempts = 16, claimed_until = now()`)
    start()
    const before = await countEvents()
    await stores.records(Article).add(anArticle(stores, rob.id, { status: 'DRAFT' }))
    await untilEvents(before + 1)
    const dead = async () =>
      (await stores.handlers.listDead(null, 10)).map(({ handler, error }) => [handler, error])
    await expect
      .poll(dead, { timeout: 30_000 })
      .toEqual([['block', expect.stringContaining('No worker has lived to the end')]])
  })
})
