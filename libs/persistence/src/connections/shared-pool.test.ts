import { Pool } from 'pg'
import { TEST_AUDIT_CONTEXT, aUser } from '@content-service/domain/testing'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createDatabase } from '../../../../tools/postgres/postgres-database.ts'
import type {} from '../../../../tools/postgres/vitest-postgres.ts'
import { openMigrated } from '../database/open-migrated.ts'
import type { Database } from '../database/orm.ts'
import { createStores } from '../stores.ts'

describe('a database on the pool of an application', () => {
  const statements: string[] = []
  let pool: Pool
  let database: Database
  let drop: () => Promise<void>
  beforeAll(async () => {
    const { url, drop: dropIt } = await createDatabase(inject('postgresUrl'))
    drop = dropIt
    pool = new Pool({ connectionString: url, max: 1, application_name: 'bookshop' })
    // The test ends a connection of the pool.
    pool.on('error', () => undefined)
    const onStatement = (text: string) => void statements.push(text)
    database = await openMigrated(url, { pool, onStatement })
  })
  afterAll(async () => {
    await pool.end()
    await drop()
  })

  const stores = () => createStores(database.session(), TEST_AUDIT_CONTEXT)

  it('stores and reads records, with times as dates, and reports each statement', async () => {
    const ada = await stores().users.add(aUser('ada'), null)
    expect(await stores().users.get(ada.id)).toEqual(ada)
    expect(ada.createdAt).toBeInstanceOf(Date)
    expect(statements.some((text) => text.startsWith('insert into'))).toBe(true)
    const [row] = await database
      .session()
      .execute<{ name: string }[]>("select current_setting('application_name') as name")
    expect(row).toEqual({ name: 'bookshop' })
  })

  it('opens a new connection when one breaks within a transaction', async () => {
    const em = database.session()
    const broken = em.transactional((within) =>
      within.execute('select pg_terminate_backend(pg_backend_pid())'),
    )
    await expect(broken).rejects.toThrow()
    expect(await stores().users.add(aUser('eve'), null)).toMatchObject({ username: 'eve' })
  })

  it('leaves the pool open when it is closed', async () => {
    await database.close()
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  })
})
