import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createDatabase } from '../../../../tools/postgres/postgres-database.ts'
import type {} from '../../../../tools/postgres/vitest-postgres.ts'
import { openDatabase, type Database } from '../database/orm.ts'
import { DEFAULT_DATABASE_LIMITS } from './postgres-pool.ts'

describe('C10.4 a pool of one connection', () => {
  let database: Database
  let other: Client
  let drop: () => Promise<void>
  beforeAll(async () => {
    const { url, drop: dropIt } = await createDatabase(inject('postgresUrl'))
    drop = dropIt
    const limits = { ...DEFAULT_DATABASE_LIMITS, connections: 1, connectionTimeoutMs: 1_000 }
    database = await openDatabase({ url, limits })
    other = new Client({ connectionString: url })
    await other.connect()
  })
  afterAll(async () => {
    await other.end()
    await database.close()
    await drop()
  })

  const execute = (sql: string) => database.session().execute<Record<string, unknown>[]>(sql)
  const killed = async (statement: string): Promise<void> => {
    const work = database.session().transactional(async (em) => {
      const [row] = await em.execute<{ pid: number }[]>('select pg_backend_pid() as pid')
      await other.query('select pg_terminate_backend($1)', [row?.pid])
      await em.execute(statement)
    })
    await expect(work).rejects.toThrow()
  }

  it('gets its place back each time a connection breaks within a transaction', async () => {
    for (let round = 0; round < 3; round += 1) {
      await killed('select 1')
      expect(await execute('select 1 as one')).toEqual([{ one: 1 }])
    }
  })

  it('begins each session with the limits', async () => {
    const names = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']
    const shown: unknown[] = []
    for (const name of names) shown.push(...(await execute(`show ${name}`)))
    expect(shown).toEqual([
      { statement_timeout: '10s' },
      { lock_timeout: '1500ms' },
      { idle_in_transaction_session_timeout: '1min' },
    ])
  })
})

describe('C10.4 a database', () => {
  it('closes while connections open, whose statements end with an error', async () => {
    const { url, drop } = await createDatabase(inject('postgresUrl'))
    try {
      for (let delayMs = 0; delayMs < 15; delayMs += 1) {
        const database = await openDatabase({ url })
        const statements = [1, 2, 3].map(() => database.session().execute('select 1'))
        const settled = Promise.allSettled(statements)
        await wait(delayMs)
        await database.close()
        await settled
      }
    } finally {
      await drop()
    }
  })
})
