import { inject } from 'vitest'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../../tools/postgres/postgres-database.ts'
import type {} from '../../../../tools/postgres/vitest-postgres.ts'
import { Migration } from '../migrations/migration.ts'
import { migrate, openPglite } from '../testing/databases.ts'
import { parseIndexChange } from '../migrations/index-change.ts'
import { MOST_ROWS_LOCKED } from './make-indexes.ts'
import { openMigrated } from './open-migrated.ts'
import type { DatabaseHooks, TeamMigration } from './orm.ts'

const createMigration = (name: string, indexes: readonly string[], statements: readonly string[] = []) =>
  class extends Migration {
    override name = name
    override readonly indexes = indexes
    override up(): void {
      for (const statement of statements) this.addSql(statement)
    }
  }

const fill = (rows: number) => [
  'create table notes (label text, place integer)',
  `insert into notes select n::text, n from generate_series(1, ${rows}) n`,
]

const BY_LABEL = 'create index notes_by_label on notes (label)'

describe('C17.10 the indexes of a migration, on PostgreSQL', { timeout: 20_000 }, () => {
  let database: TestDatabase
  let statements: string[] = []
  const hooks = (...migrations: readonly TeamMigration[]): DatabaseHooks => ({
    migrations,
    onStatement: (text) => void statements.push(text),
  })

  beforeEach(async () => {
    statements = []
    database = await createDatabase(inject('postgresUrl'), { name: 'migrated', prepare: migrate })
  })
  afterEach(() => database.drop())

  const connect = async (): Promise<Client> => {
    const client = new Client({ connectionString: database.url })
    client.on('error', () => undefined)
    await client.connect()
    return client
  }
  const query = async (text: string): Promise<readonly Record<string, unknown>[]> => {
    const client = await connect()
    return (await client.query(text).finally(() => client.end())).rows
  }
  const listIndexes = () =>
    query(`select relname as name, indisvalid as valid from pg_index join pg_class on oid = indexrelid
      where indrelid = to_regclass('notes') order by 1`)
  const start = async (...migrations: readonly TeamMigration[]): Promise<void> => {
    const opened = await openMigrated(database.url, hooks(...migrations))
    await opened.close()
  }
  const waitFor = async (text: string): Promise<void> => {
    for (;;) {
      const [row] = await query(`select (${text}) as done`)
      if (row?.['done'] === true) return
    }
  }
  const countMade = () => statements.filter((text) => /^create index/i.test(text)).length

  it.each([
    [10, 'create index notes_by_label on notes (label)'],
    [MOST_ROWS_LOCKED, 'create index notes_by_label on notes (label)'],
    [MOST_ROWS_LOCKED + 1, 'create index concurrently notes_by_label on notes (label)'],
  ])('are made after the transaction: of %d rows by %s', async (rows, made) => {
    await start(createMigration('large', [BY_LABEL], fill(rows)))
    const own = statements.filter((text) => /^create index/i.test(text))
    expect(own).toEqual([made])
    expect(await listIndexes()).toEqual([{ name: 'notes_by_label', valid: true }])
    expect(await query('select statement from waiting_indexes')).toEqual([])
    statements = []
    await start(createMigration('large', [BY_LABEL], fill(rows)))
    expect(countMade()).toBe(0)
  })

  it('are made once by processes that start at the same time', async () => {
    const migration = createMigration('large', [BY_LABEL], fill(MOST_ROWS_LOCKED + 1))
    await Promise.all([1, 2, 3].map(() => start(migration)))
    expect(countMade()).toBe(1)
    expect(await listIndexes()).toEqual([{ name: 'notes_by_label', valid: true }])
  })

  it('are left to the next start by a process that is killed, which drops what is invalid', async () => {
    await query(fill(MOST_ROWS_LOCKED + 1).join(';'))
    const writer = await connect()
    await writer.query('begin')
    await writer.query("insert into notes values ('open', 0)")
    const migration = createMigration('large', [BY_LABEL])
    const killed = start(migration).catch((error: unknown) => error)
    await waitFor("exists (select from pg_stat_progress_create_index where phase like 'waiting%')")
    expect(await query('select count(*)::integer as n from waiting_indexes')).toEqual([{ n: 1 }])
    await query('select pg_terminate_backend(pid) from pg_stat_progress_create_index')
    expect(await killed).toMatchObject({ message: expect.stringContaining(BY_LABEL) })
    expect(await listIndexes()).toEqual([{ name: 'notes_by_label', valid: false }])
    await writer.query('commit')
    await writer.end()
    await start(migration)
    expect(await listIndexes()).toEqual([{ name: 'notes_by_label', valid: true }])
    expect(await query('select statement from waiting_indexes')).toEqual([])
  })

  it('do not keep another process of the same migrations from starting, or make it unready', async () => {
    await query(fill(MOST_ROWS_LOCKED + 1).join(';'))
    const writer = await connect()
    await writer.query('begin')
    await writer.query("insert into notes values ('open', 0)")
    const migration = createMigration('large', [BY_LABEL])
    const first = start(migration)
    await waitFor("exists (select from pg_stat_progress_create_index where phase like 'waiting%')")
    const second = await openMigrated(database.url, hooks(migration))
    expect([await second.isMigrated(), await second.hasWaitingIndexes()]).toEqual([true, true])
    await second.close()
    // Writes go on while the index is made.
    await query("insert into notes values ('beside', 0)")
    await writer.query('commit')
    await writer.end()
    await first
    expect(await listIndexes()).toEqual([{ name: 'notes_by_label', valid: true }])
  })

  it('that the rows refuse are named, and made by the next start', async () => {
    const unique = 'create unique index notes_label_key on notes (label)'
    const migration = createMigration(
      'unique',
      [unique, BY_LABEL],
      [...fill(MOST_ROWS_LOCKED + 1), "insert into notes values ('1', 1)"],
    )
    await expect(start(migration)).rejects.toThrow(
      `in the statement:\n  ${unique}\nThe migrations themselves have run. Correct the rows and start again`,
    )
    expect(await listIndexes()).toEqual([{ name: 'notes_label_key', valid: false }])
    await query('delete from notes where ctid = (select max(ctid) from notes)')
    await start(migration)
    expect(await listIndexes()).toEqual([
      { name: 'notes_by_label', valid: true },
      { name: 'notes_label_key', valid: true },
    ])
  })

  it('are dropped in their order, and forgotten with their table', async () => {
    const first = createMigration('first', [BY_LABEL], fill(10))
    const second = createMigration('second', [
      'create index notes_by_place on notes (place)',
      'drop index notes_by_label',
      'create index gone_by_place on gone (place)',
    ])
    await start(first, second)
    expect(await listIndexes()).toEqual([{ name: 'notes_by_place', valid: true }])
    expect(await query('select statement from waiting_indexes')).toEqual([])
  })

  it('refuse other statements, with the whole migration', async () => {
    const wrong = createMigration('wrong', ['drop table notes'], fill(10))
    await expect(start(wrong)).rejects.toThrow('and not: drop table notes')
    expect(await query("select to_regclass('notes') as found")).toEqual([{ found: null }])
  })
})

it('C17.10 the indexes of a migration are made in the embedded database', async () => {
  const migration = createMigration('large', [BY_LABEL], fill(MOST_ROWS_LOCKED + 1))
  const test = await openPglite({ migrations: [migration] })
  await test.database.migrate()
  const rows = await test.database
    .session()
    .execute("select indisvalid as valid from pg_index where indexrelid = to_regclass('notes_by_label')")
  expect([rows, await test.database.hasWaitingIndexes()]).toEqual([[{ valid: true }], false])
  await test.close()
})

it.each([
  'create index if not exists a on b (c)',
  'create index concurrently a on b (c)',
  'create index on b (c)',
  'create index a on only b (c)',
  'create index a on "B c" (d)',
  'drop index a, b',
  'drop index if exists a cascade',
  'alter table a add column b text',
  '',
])('C17.10 %j is no statement of an index that can be repeated', (statement) => {
  expect(() => parseIndexChange(statement)).toThrow('The indexes of a migration are statements such as')
})

it.each([
  ['create index a on b (c)', { kind: 'create', name: 'a', table: 'b' }],
  [
    'CREATE UNIQUE INDEX "a" ON "b" using gin (fold(c) collate "C")\n where c is not null',
    { kind: 'create', name: 'a', table: 'b' },
  ],
  ['drop index "a"', { kind: 'drop', name: 'a' }],
])('C17.10 %j can be repeated', (statement, change) => {
  expect(parseIndexChange(statement)).toMatchObject(change)
})
