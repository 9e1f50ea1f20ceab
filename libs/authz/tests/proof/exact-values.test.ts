import { DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, inject, it } from 'vitest'
import { countRuns } from '../../../../tools/check/long-tests.ts'
import { toSql } from '../../src/sql/index.ts'
import { compareExactly } from '../support/exact-agreement.ts'
import { openExactPostgres, openExactSqlite } from '../support/exact-databases.ts'

const rounds = countRuns({ short: 20, long: 1000 })

let client: Client
beforeAll(async () => {
  client = new Client({ connectionString: inject('postgresUrl') })
  await client.connect()
  await client.query(`set timezone = 'UTC'`)
})
afterAll(() => client.end())

describe('numbers and times over the whole range', () => {
  it('choose the same rows in PostgreSQL and in memory', () =>
    compareExactly(openExactPostgres(client), { rounds, seed: 1, toSql }))

  it('choose the same rows in SQLite and in memory', async () => {
    const db = new DatabaseSync(':memory:')
    await compareExactly(openExactSqlite(db), { rounds, seed: 1, toSql })
    db.close()
  })
})
