import { afterAll, beforeAll, expect, it } from 'vitest'
import { countRuns } from '../../../../tools/check/long-tests.ts'
import type { Database } from '../support/every-database/database.ts'
import { closeAll, openDatabases, printers } from '../support/every-database/open.ts'
import { compareDatabases } from '../support/every-database/run.ts'

let databases: readonly Database[]
beforeAll(async () => {
  databases = await openDatabases()
}, 60_000)
afterAll(() => closeAll(databases))

it('PostgreSQL, SQLite, Prisma, Drizzle and MongoDB choose the rows that the memory chooses, by related rows too', async () => {
  const checks = countRuns({ short: 20_000, long: 1_000_000 })
  const { chosen, byDatabase } = await compareDatabases(databases, { checks, seed: 1, printers })
  // Both answers are frequent, and no database is left out.
  expect(Math.abs(chosen / checks - 0.5)).toBeLessThan(0.3)
  for (const count of Object.values(byDatabase)) expect(count).toBeGreaterThan(checks / 8)
})
