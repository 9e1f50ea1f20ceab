import { TEST_AUDIT_CONTEXT } from '@content-service/domain/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createStores } from '../stores.ts'
import { openPostgres, type TestDatabase } from '../testing/databases.ts'

const LONG_AGO = '2026-01-01T00:00:00Z'
const NOW = new Date('2026-11-01T00:00:00Z')
const LATER = new Date('2026-11-01T00:01:00Z')

/**
 * PostgreSQL can run a subquery again for each row of a small table if it has statistics of the table. A second run
 * skips the row that the first run has locked, and finds another row.
 */
describe('a worker claims as many records as it asks for, in any plan of PostgreSQL', () => {
  let test: TestDatabase
  const sql = (text: string): Promise<unknown> => test.database.session().execute(text)
  const stores = () => createStores(test.database.session(), TEST_AUDIT_CONTEXT)

  beforeAll(async () => {
    test = await openPostgres()
  })
  afterAll(() => test.close())

  /** Statistics of one row make a plan that runs the subquery again for each row. */
  const insert = async (table: string, columns: string, values: string): Promise<void> => {
    for (const n of [1, 2, 3]) {
      await sql(`insert into ${table} (${columns}) select ${values}`)
      if (n === 1) await sql(`analyze ${table}`)
    }
  }
  const countClaims = async (claim: () => Promise<unknown>): Promise<number> => {
    for (let count = 0; ; count += 1) if ((await claim()) === null) return count
  }

  it('claims one mail at a time', async () => {
    const columns = 'id, sealed, created_at, next_attempt_at'
    await insert(
      'mails',
      columns,
      `gen_random_uuid(), 'mail', '${LONG_AGO}'::timestamptz, '${LONG_AGO}'::timestamptz`,
    )
    expect(await countClaims(() => stores().mails.claim(NOW, LATER))).toBe(3)
  })

  it('claims one export at a time', async () => {
    await insert(
      'data_exports',
      'id, user_id, requested_at',
      `gen_random_uuid(), 1, '${LONG_AGO}'::timestamptz`,
    )
    expect(await countClaims(() => stores().exports.claim(NOW, LATER))).toBe(3)
  })
})
