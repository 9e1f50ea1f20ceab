import fc from 'fast-check'
import { type Connection, createConnection } from 'mysql2/promise'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countRuns } from '../../../../tools/long-tests.ts'
import { type MariaDb, startMariaDb } from '../../../../tools/mariadb.ts'
import { requirePrograms } from '../../../../tools/required-programs.ts'
import { type Condition, where } from '../index.ts'
import { rowDecoder } from '../rows/index.ts'
import { printers } from '../testing/every-database/open.ts'
import { compareDatabases } from '../testing/every-database/run.ts'
import { mariaDbOptions, openMariaDb } from '../testing/every-database/sql-databases.ts'
import { allButBooleans, asked, attributes, expectAgreement, tables } from '../testing/sql-agreement.ts'
import { fillMysql } from '../testing/sql-tables.ts'
import { toSql } from './index.ts'

requirePrograms('MariaDB')

const [rows = []] = fc.sample(tables, { numRuns: 1, seed: 7 })
const cases = fc.sample(asked, { numRuns: 1000, seed: 11 })

let server: MariaDb
let db: Connection
beforeAll(async () => {
  server = await startMariaDb()
  db = await createConnection(mariaDbOptions(server))
  await db.query('create database docs')
  await db.query('use docs')
  for (const [text, values] of fillMysql(rows)) await db.query(text, values)
})
afterAll(async () => {
  await db?.end()
  await server?.stop()
})

const run = {
  query: (text: string, values: readonly unknown[]) => db.query(text, [...values]),
  execute: (text: string, values: readonly unknown[]) => db.execute(text, [...values] as string[]),
}

describe.each(['query', 'execute'] as const)('mysql2 with %s', (method) => {
  it.each([true, false])(
    'chooses the rows that the engine chooses, also with bad values (with kinds: %s)',
    async (hasKinds) => {
      const [found] = (await db.query('select * from docs order by n')) as unknown as [readonly object[]]
      const decoded = found.map(
        rowDecoder<unknown>(hasKinds ? attributes : allButBooleans, 'mysql2'),
      ) as object[]
      const select = async (condition: Condition) => {
        const { text, values } = toSql(condition, { dialect: 'mysql' })
        const [chosen] = await run[method](`select n from docs where ${text} order by n`, values)
        return (chosen as { n: number }[]).map(({ n }) => n)
      }
      for (const each of cases) await expectAgreement(each, { hasKinds, rows: decoded, select })
    },
  )
})

it('chooses the rows that the memory chooses, by related rows too', async () => {
  const database = await openMariaDb(await createConnection(mariaDbOptions(server)))
  const checks = countRuns({ short: 20_000, long: 1_000_000 })
  await compareDatabases([database], { checks, seed: 77, printers })
  await database.close()
})

it('uses the index of a text', async () => {
  await db.query('create table indexed (n int, t varchar(50), index (t)) character set utf8mb4')
  const { text, values } = toSql(where<{ t: string }>({ t: 'text' }).t.eq('a'), { dialect: 'mysql' })
  const [plan] = await db.query(`explain select n from indexed force index (t) where ${text}`, [...values])
  expect(plan).toMatchObject([{ key: 't' }])
})
