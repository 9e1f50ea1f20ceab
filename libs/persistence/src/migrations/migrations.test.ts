import { A_TEST } from '@content-service/domain/testing'
import { GHOST, GHOST_ID } from '@content-service/domain'
import { inject } from 'vitest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase } from '../../../../tools/postgres-database.ts'
import { openDatabase } from '../orm.ts'
import { createStores } from '../stores.ts'
import { openPglite, openPostgres, type TestDatabase } from '../testing/databases.ts'

/** What the migrations make by hand and the entities do not speak of. */
const BY_HAND = /^(drop index|alter table "\w+" (drop constraint|alter column "\w+" drop default))/

describe.each([
  ['PGlite', openPglite],
  ['PostgreSQL', openPostgres],
])('migrations on %s', (_, open) => {
  let test: TestDatabase

  beforeAll(async () => {
    test = await open()
  })
  afterAll(() => test.close())

  it('agree with the entities, column by column', async () => {
    const statements = (await test.database.disagreements()).split(';').map((statement) => statement.trim())
    expect(statements.filter((statement) => statement !== '' && !BY_HAND.test(statement))).toEqual([])
  })

  it('have all run, and do nothing when they run again', async () => {
    expect(await test.database.pendingMigrations()).toEqual([])
    expect(await test.database.migrate()).toEqual([])
  })

  it('C3.5 make the ghost that the domain speaks of', async () => {
    expect(await createStores(test.database.session(), A_TEST).users.get(GHOST_ID)).toEqual(GHOST)
  })

  it('C3.1 keep hashes where no query for users reaches them', async () => {
    const columns = await test.database
      .session()
      .execute<{ column_name: string }[]>(
        "select column_name from information_schema.columns where table_name = 'users'",
      )
    expect(
      columns.map(({ column_name }) => column_name).filter((name) => /pass|hash|secret/.test(name)),
    ).toEqual([])
  })
})

describe('several processes that start at once', () => {
  it('C10.7 migrate an empty database once', async () => {
    const { url, drop } = await createDatabase(inject('postgresUrl'))
    const databases = await Promise.all([1, 2, 3].map(() => openDatabase({ url })))
    const ran = await Promise.all(databases.map((database) => database.migrate()))
    expect(ran.filter(({ length }) => length > 0)).toHaveLength(1)
    expect(await databases[0]?.pendingMigrations()).toEqual([])
    await Promise.all(databases.map((database) => database.close()))
    await drop()
  })
})
