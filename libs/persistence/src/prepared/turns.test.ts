import { askFor, RequestSender } from '@content-service/domain/internal/reading'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createDatabase } from '../../../../tools/postgres/postgres-database.ts'
import type {} from '../../../../tools/postgres/vitest-postgres.ts'
import { DEFAULT_DATABASE_LIMITS } from '../connections/postgres-pool.ts'
import { openDatabase, type Database } from '../database/orm.ts'
import { findPrepared, findUnprepared } from '../session/database-parts.ts'
import { nameStatement } from '../statements/prepared-statement.ts'
import { runInTransaction } from '../statements/transactions.ts'

const LIMITS = { ...DEFAULT_DATABASE_LIMITS, readTimeoutMs: 200, transactionTimeoutMs: 1_000 }

describe('C15.16 statements for persons on PostgreSQL', () => {
  let database: Database
  let drop: () => Promise<void>
  const statements: string[] = []
  beforeAll(async () => {
    const { url, drop: dropIt } = await createDatabase(inject('postgresUrl'))
    drop = dropIt
    database = await openDatabase(
      { url, limits: LIMITS },
      { onStatement: (text) => void statements.push(text) },
    )
  })
  afterAll(async () => {
    await database.close()
    await drop()
  })

  const aPerson = (person = 'user 7') => {
    const charged: number[] = []
    const sender = new RequestSender(person, (requests) => void charged.push(requests))
    return { charged, sender }
  }
  const sleep = (seconds: number) => nameStatement(`select 'slept' from pg_sleep(${seconds})`)
  const read = (seconds: number) => findPrepared(database.session(), sleep(seconds), [])
  const show = async (name: string): Promise<unknown> => {
    const [row] = await findUnprepared(database.session(), sql<Record<string, string>>`show ${sql.raw(name)}`)
    return row?.[name]
  }

  it('a read that takes too long runs once more in a slow place', async () => {
    const { sender } = aPerson()
    statements.length = 0
    expect(await askFor(sender, () => read(0.4))).toEqual([['slept']])
    expect(statements.filter((text) => text.includes('pg_sleep'))).toHaveLength(2)
  })

  it('a person pays for the time beyond the first 500 ms, also if the read fails', async () => {
    const { sender, charged } = aPerson()
    await askFor(sender, async () => {
      await read(0.6)
      await expect(read(20)).rejects.toMatchObject({ code: '57014' })
    })
    const paid = charged.reduce((sum, requests) => sum + requests, 0)
    expect(paid).toBeGreaterThanOrEqual(Math.floor((200 + 600 - 500) / 100))
  }, 20_000)

  it('one long read of a person does not delay the short ones of another', async () => {
    const [slow, quick] = [aPerson('user 1').sender, aPerson('user 2').sender]
    await askFor(quick, () => read(0))
    const flood = Array.from({ length: 30 }, () => askFor(slow, () => read(0.15)))
    const started = performance.now()
    for (let round = 0; round < 5; round += 1) await askFor(quick, () => read(0))
    const took = performance.now() - started
    const floodEnded = Promise.all(flood)
    expect(await Promise.race([floodEnded.then(() => 'all'), Promise.resolve('short')])).toBe('short')
    expect(took).toBeLessThan(1_000)
    await floodEnded
  })

  it('reads of a person whose client has left do not begin', async () => {
    const { sender } = aPerson('user 3')
    sender.leave()
    await expect(askFor(sender, () => read(0))).rejects.toMatchObject({ code: 'TIMEOUT' })
  })

  it('a transaction ends in time, and its connection has the usual settings afterwards', async () => {
    const { sender } = aPerson('user 4')
    const work = askFor(sender, () =>
      runInTransaction(database.session(), async (em) => {
        for (let round = 0; round < 10; round += 1) await em.execute('select pg_sleep(0.3)')
      }),
    )
    const started = performance.now()
    await expect(work).rejects.toMatchObject({ code: expect.stringMatching(/^(?:TIMEOUT|57014)$/u) })
    expect(performance.now() - started).toBeLessThan(2_000)
    expect(await show('statement_timeout')).toBe('150ms')
  })

  it('the service itself has no such limits', async () => {
    const started = performance.now()
    await runInTransaction(database.session(), async (em) => {
      for (let round = 0; round < 4; round += 1) await em.execute('select pg_sleep(0.3)')
    })
    expect(performance.now() - started).toBeGreaterThan(1_100)
  })

  it('no statement of a request is compiled or divided between processes', async () => {
    expect([await show('jit'), await show('max_parallel_workers_per_gather')]).toEqual(['off', '0'])
  })

  it('many reads of one person share connections, which go back to the pool', async () => {
    const { sender } = aPerson('user 5')
    await askFor(sender, () => Promise.all(Array.from({ length: 100 }, () => read(0))))
    expect(database.countWaiting()).toBe(0)
  })
})
