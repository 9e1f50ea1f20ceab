import { DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { countRuns } from '../../../../tools/check/long-tests.ts'
import { toSql } from '../../src/sql/index.ts'
import { compareExactly } from '../support/exact-agreement.ts'
import { openExactPostgres, openExactSqlite } from '../support/exact-databases.ts'
import { type Mutant, loadMutant } from '../support/mutants.ts'

const rounds = countRuns({ short: 8, long: 500 })

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

const mutants: readonly Mutant[] = [
  ['a large integer is its shortest text', 'sql/digits.ts', '? `${BigInt(Number(value))}`', '? value'],
  [
    'a decimal is a number that JavaScript does not have',
    'sql/postgresql.ts',
    ', ...guardDecimals(column)',
    '',
  ],
  [
    'a decimal without a kind is a number that JavaScript does not have',
    'sql/postgresql-numbers.ts',
    "...isExactDecimal(['d'])",
    "'true'",
  ],
  [
    'a time is after the last date of JavaScript',
    'sql/postgresql-times.ts',
    "'275760-09-13 00:00:00.001+00'",
    "'infinity'",
  ],
  ['a time is infinite', 'sql/postgresql-guards.ts', `" > '-infinity'"`, "' is not null'"],
  [
    'a float is its shortest text',
    'sql/postgresql-numbers.ts',
    'abs(f) < ${LARGEST_FRACTION} or',
    'f is not null or',
  ],
]

it.each(mutants)('the comparison notices that %s', async (...mutant) => {
  const copy = (await loadMutant(mutant, {
    modules: ['sql/index.ts'],
    common: ['engine/conditions/condition.ts', 'engine/roles/resolve.ts'],
  })) as { readonly toSql: typeof toSql }
  const comparing = compareExactly(openExactPostgres(client), { rounds: 20, seed: 1, toSql: copy.toSql })
  await expect(comparing).rejects.toThrow(/ chooses /)
})
