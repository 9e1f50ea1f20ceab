import { readdirSync } from 'node:fs'
import { TEST_AUDIT_CONTEXT, aUser } from '@content-service/domain/testing'
import { type UserId } from '@content-service/domain'
import { GHOST } from '@content-service/domain/internal/users'
import { GHOST_ID } from '@content-service/domain/internal/rules'
import { inject } from 'vitest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase } from '../../../../tools/postgres/postgres-database.ts'
import { openDatabase } from '../database/orm.ts'
import { createStores } from '../stores.ts'
import { openPglite, openPostgres, type TestDatabase } from '../testing/databases.ts'
import { MIGRATIONS } from './migrations.ts'

/** The parts that migrations write by hand and that the entities do not describe. */
const BY_HAND = /^(drop index|alter table "\w+" (drop constraint|alter column "\w+" drop default))/

it('the list of migrations contains all files of the months', async () => {
  const names = readdirSync(import.meta.dirname, { encoding: 'utf8', recursive: true })
  const files = names.filter((name) => /^\d.*\.ts$/.test(name))
  const modules = await Promise.all(files.map((name): Promise<object> => import(`./${name}`)))
  expect(new Set(modules.flatMap((module) => Object.values(module)))).toEqual(new Set(MIGRATIONS))
})

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

  it('have all run, and change nothing when they run again', async () => {
    expect(await test.database.isMigrated()).toBe(true)
    expect(await test.database.migrate()).toEqual([])
  })

  it('C3.5 create the ghost of the domain', async () => {
    expect(await createStores(test.database.session(), TEST_AUDIT_CONTEXT).users.get(GHOST_ID)).toEqual(GHOST)
  })

  describe('C12.3 beside processes of the earlier release, which know only `role`', () => {
    const em = () => test.database.session()
    const users = () => createStores(em(), TEST_AUDIT_CONTEXT).users
    const roleOf = async (id: number) =>
      (await em().execute<{ role: string }[]>('select role from users where id = ?', [id]))[0]?.role
    const COLUMNS =
      'name, age, status, deleted, permissions, profile, settings, preferences, tokens_valid_from, created_at, updated_at, version'
    const addedBefore = async (name: string, role: string): Promise<UserId> => {
      const id = 1_000_000
      await em().execute(
        `insert into users (id, username, email, role, ${COLUMNS}) select ?, ?, ?, ?, ${COLUMNS} from users where id = 1`,
        [id, name, `${name}@example.org`, role],
      )
      return id as UserId
    }

    it('a user that such a process adds has that role', async () => {
      expect((await users().get(await addedBefore('before', 'EDITOR')))?.roles).toEqual(['EDITOR'])
    })

    it('such a process sees the highest built-in role of a user', async () => {
      const add = (name: string, roles: readonly string[]) => users().add({ ...aUser(name), roles }, null)
      for (const [name, roles, role] of [
        ['several', ['READER', 'JUDGE', 'EDITOR'], 'EDITOR'],
        ['custom', ['JUDGE'], 'GUEST'],
        ['none', [], 'GUEST'],
      ] as const)
        expect(await roleOf((await add(name, roles)).id)).toBe(role)
    })

    it('a role that such a process sets replaces the built-in role, and the other roles stay', async () => {
      const { id } = await users().add({ ...aUser('demoted'), roles: ['ADMIN', 'JUDGE', 'EDITOR'] }, null)
      await em().execute("update users set role = 'READER', name = 'Demoted' where id = ?", [id])
      expect((await users().get(id))?.roles).toEqual(['READER', 'JUDGE'])
      await users().change(id, (current) => ({ ...current, roles: ['AUTHOR'] }))
      expect([await roleOf(id), (await users().get(id))?.roles]).toEqual(['AUTHOR', ['AUTHOR']])
    })
  })

  it('C3.1 store hashes in a table that no query for users reads', async () => {
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

describe('several processes that start at the same time', () => {
  it('C10.7 migrate an empty database once', async () => {
    const { url, drop } = await createDatabase(inject('postgresUrl'))
    const databases = await Promise.all([1, 2, 3].map(() => openDatabase({ url })))
    const ran = await Promise.all(databases.map((database) => database.migrate()))
    expect(ran.filter(({ length }) => length > 0)).toHaveLength(1)
    expect(await databases[0]?.isMigrated()).toBe(true)
    await Promise.all(databases.map((database) => database.close()))
    await drop()
  })
})
