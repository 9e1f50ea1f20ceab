import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { builtInModel, Category, contentModel, field, record } from '@content-service/domain'
import { fairModel, nextFairModel, Review, Tool, toolModel, Workshop } from '@content-service/domain/testing'
import { Migration } from '@content-service/persistence'
import { Client } from 'pg'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../../tools/postgres/postgres-database.ts'
import type {} from '../../../../tools/postgres/vitest-postgres.ts'
import type { ServiceOptions } from '../composition/composition.ts'
import { readSettings, readWorkerSettings } from '../settings/read-settings.ts'
import { startService } from '../start/start.ts'
import { createMigratedDatabase, fillDataDirectory } from '../../tests/support/processes/migrated-database.ts'
import { proposeMigration } from '../../tests/support/processes/proposed-migration.ts'
import { runCommandHere } from '../../tests/support/processes/run-command.ts'
import { JWT_SECRET } from '../../tests/support/service.ts'
import { startWorker } from '../worker/start-worker.ts'

const AGREEMENT = 'The tables agree with the content types.\n'
const log = pino({ level: 'silent' })

/** The model with an additional field. */
const coloured = contentModel([
  ...builtInModel.types,
  record({
    name: 'Tool',
    plural: 'tools',
    about: 'A tool that can be lent.',
    allowed: { read: { GUEST: 'all' }, write: { EDITOR: 'all' }, delete: { ADMIN: 'all' } },
    fields: { ...Tool.fields, colour: field.line(40, { about: 'The colour.', optional: true }) },
  }),
  Workshop,
  Review,
])

/** The differences between the database and the model of the tests. */
const MISSING = [
  'articles.subtitle: the column is missing',
  'articles.is_long: the column is missing',
  'articles.reviewer: the column is missing',
  'comments.mood: the column is missing',
  'users.pronouns: the column is missing',
  'users.badge: the column is missing',
  'users.is_speaker: the column is missing',
  'tools: the table is missing',
  'workshops: the table is missing',
  'reviews: the table is missing',
]

describe('npx content-service types', { timeout: 60_000 }, () => {
  let database: TestDatabase
  let environment: Record<string, string>
  let folder: string
  beforeEach(async () => {
    database = await createMigratedDatabase()
    environment = { DATABASE_URL: database.url, JWT_SECRET, PORT: '0' }
    folder = await mkdtemp(join(tmpdir(), 'content-service-'))
  })
  afterEach(async () => {
    await database.drop()
    await rm(folder, { recursive: true })
  })

  const run = (args: readonly string[], options: ServiceOptions = { model: toolModel }) =>
    runCommandHere(['types', ...args], environment, options)
  const query = async <Row extends object>(text: string, connectionString = database.url) => {
    const client = new Client({ connectionString })
    await client.connect()
    try {
      return (await client.query<Row>(text)).rows
    } finally {
      await client.end()
    }
  }
  const countTables = async (url?: string) =>
    (await query("select 1 from pg_tables where schemaname = 'public'", url)).length

  it('list says how to add types, if the project has none', async () => {
    expect((await run(['list'], {})).output).toContain('npm pkg set content-service=src/content.ts')
    expect((await run(['list'])).output).not.toContain('npm pkg set')
  })

  it('list names the permissions and the fields of each type', async () => {
    const { code, output } = await run(['list'])
    expect(code).toBe(0)
    expect(output).toContain(`Tool, /api/tools
  tools:read: GUEST
  tools:write: EDITOR
  tools:delete: ADMIN
  FIELD         KIND          OPTIONAL  LIMITS                   NOTES
  serialNumber  line          no        at most 80 characters    unique
  manual        text          yes       at most 5000 characters
  weight        number        yes       from 0
  copies        integer       no        1 to 20
  shelf         one Category  no
`)
    for (const line of [
      /write: READER \(own records\), EDITOR\n/,
      /operation cancel: workshops:cancel\n/,
      /contact +text +yes +at most 500 characters +seen with workshops:cancel\n/,
      /topics +tags +no +at most 20, of 1 to 50 characters +searched \(B\)\n/,
      /progress +state +no +PLANNED, OPEN, CANCELLED +set by the service\n/,
      /host +owner +no +set by the service\n/,
    ])
      expect(output).toMatch(line)
  })

  it('list shows the members of parts with their index, and the name of the ids of links', async () => {
    const about = 'A part.'
    const Dish = record({
      name: 'Dish',
      plural: 'dishes',
      about,
      allowed: { read: { GUEST: 'all' }, write: { EDITOR: 'all' } },
      fields: {
        nutrition: field.group({ calories: field.integer(0, 90, { about, index: true }) }, { about }),
        steps: field.list(field.group({ text: field.text(500, { about, search: 'D' }) }, { about }), {
          about,
        }),
        body: field.blocks(
          { quote: { text: field.line(90, { about }) }, dish: { category: field.one(Category, { about }) } },
          { about },
        ),
        sides: field.many('self', { about }),
        dishes: field.many(Category, { about, ordered: true }),
      },
    })
    const { output } = await run(['list'], { model: contentModel([...builtInModel.types, Dish]) })
    const rows = output.split('Dish, /api/dishes')[1]?.trim().split('\n').slice(3)
    expect(rows?.map((row) => row.trim().split(/ {2,}/))).toEqual([
      ['nutrition', 'group', 'no'],
      ['nutrition.calories', 'integer', 'no', '0 to 90', 'index'],
      ['steps', 'list of group', 'no', '0 to 100', 'parts searched (D)'],
      ['steps.text', 'text', 'no', 'at most 500 characters', 'searched (D)'],
      ['body', 'blocks quote, dish', 'no', '0 to 100'],
      ['body.quote.text', 'line', 'no', 'at most 90 characters'],
      ['body.dish.category', 'one Category', 'no'],
      ['sides', 'many Dish', 'no', 'at most 100', 'ids: sideIds, on delete: clear'],
      ['dishes', 'many Category', 'no', 'at most 100, in order', 'ids: disheIds, on delete: clear'],
    ])
  })

  it('check lists missing parts, and nothing after the proposed migration has run', async () => {
    expect(await run(['check'])).toMatchObject({
      code: 1,
      output: `${MISSING.join('\n')}\n`,
    })
    const before = await countTables()
    const migrations = [await proposeMigration('tools', environment, { model: toolModel })]
    expect(await countTables()).toBe(before)
    const options = { model: toolModel, migrations }
    expect(await run(['check'], options)).toMatchObject({
      code: 2,
      errors: expect.stringContaining('migrate'),
    })
    expect((await runCommandHere(['migrate'], environment, options)).code).toBe(0)
    expect(await run(['check'], options)).toMatchObject({ code: 0, output: AGREEMENT })
    expect(await run(['migration', 'more'], options)).toMatchObject({
      code: 1,
      output: '',
      errors: AGREEMENT,
    })

    const { output } = await run(['migration', 'add-colour'], { model: coloured, migrations })
    expect(output).toContain("import { Migration } from '@content-service/persistence'")
    expect(output).toMatch(
      /export class AddColour extends Migration {\n {2}override name = '\d{4}-\d\d-\d\d-add-colour'/,
    )
    expect(output.split('const statements = ')[1]).toBe(
      '[\n  `alter table "tools" add column "colour" text`,\n]\n',
    )
  })

  it('migration writes a new file, names the columns that it does not remove, and never replaces a file', async () => {
    const migrations = [await proposeMigration('tools', environment, { model: toolModel })]
    await runCommandHere(['migrate'], environment, { model: toolModel, migrations })
    await query('alter table tools add column place text not null, add column note text')
    const file = join(folder, 'free-place.ts')
    const write = () => run(['migration', 'free-place', '--out', file], { model: toolModel, migrations })
    expect(await write()).toMatchObject({ code: 0, output: expect.stringContaining(`Wrote ${file}.`) })
    const text = await readFile(file, 'utf8')
    expect(text).toContain('No field declares tools.place, tools.note.')
    expect(text).toContain(
      `[\n  \`alter table "tools" alter column "place" drop not null, alter column "place" set default '' -- backfill: choose a default that processes of the version before accept\`,\n]`,
    )
    expect(text).toContain(' *   alter table "tools" drop column "note"\n')
    expect(await write()).toMatchObject({ code: 2, errors: expect.stringContaining('exists') })
    expect(await readFile(file, 'utf8')).toBe(text)
  })

  it('C17.10 migration proposes a removed field in two releases, and the move of values to a new name', async () => {
    const title = (name: string) => ({ [name]: field.line(80, { about: 'The title.' }) })
    const createBooks = (fields: Parameters<typeof record>[0]['fields'], plural = 'books') =>
      contentModel([
        ...builtInModel.types,
        record({
          name: 'Book',
          plural,
          about: 'A book.',
          allowed: { read: { GUEST: 'all' }, write: { EDITOR: 'all' } },
          fields,
        }),
      ])
    const before = createBooks({
      ...title('title'),
      pages: field.integer(3, 90, { about: 'The pages.' }),
      shelf: field.one(Category, { about: 'The shelf.' }),
      shelves: field.many(Category, { about: 'More shelves.' }),
    })
    const migrations = [await proposeMigration('books', environment, { model: before })]
    await runCommandHere(['migrate'], environment, { model: before, migrations })
    const file = join(folder, 'before.json')
    await writeFile(file, (await run(['list', '--json'], { model: before })).output)

    const after = { model: createBooks(title('headline')), migrations }
    const { output } = await run(['migration', 'rename', '--against', file], after)
    for (const line of [
      'alter table "books" alter column "pages" drop not null, alter column "pages" set default 3`',
      'alter table "books" alter column "title" drop not null, alter column "title" set default \'\' -- backfill',
      'alter table "books" alter column "shelf_id" drop not null`',
      'alter table "books" drop constraint "books_shelf_id_fkey"`',
      ' *   update "books" set "headline" = "title" where "title" is not null\n',
      ' *   alter table "books" drop column "pages"\n',
      ' *   drop table "books_shelves"\n',
    ])
      expect(output).toContain(line)
    const renamed = await run(['migration', 'rename'], {
      model: createBooks(title('title'), 'novels'),
      migrations,
    })
    expect(renamed.output).toContain('No type and no link to many records declares books, books_shelves.')
    const { output: checked } = await run(['check'], { model: builtInModel, migrations })
    for (const table of ['books', 'books_shelves'])
      expect(checked).toContain(`Note: no type and no link to many records declares the table ${table}.\n`)
  })

  it('C17.10 a proposal makes the indexes of existing tables after its transaction, and unique ones in it', async () => {
    const create = (index: boolean) =>
      contentModel([
        ...builtInModel.types,
        record({
          name: 'Memo',
          plural: 'memos',
          about: 'A memo.',
          allowed: { read: { GUEST: 'all' }, write: { EDITOR: 'all' } },
          fields: {
            title: field.line(80, { about: 'The title.', ...(index && { index: true }) }),
            code: field.line(80, { about: 'The code.', ...(index && { unique: true }) }),
          },
        }),
      ])
    const first = [await proposeMigration('memos', environment, { model: create(false) })]
    expect(
      (await runCommandHere(['migrate'], environment, { model: create(false), migrations: first })).code,
    ).toBe(0)
    const model = create(true)
    const { output } = await run(['migration', 'indexes'], { model, migrations: first })
    const [indexes = '', statements = ''] = output.split('override up')
    expect(indexes).toContain('override readonly indexes = [\n    `create index memos_by_title on "memos"')
    expect(statements).toContain('create unique index memos_code_key')
    expect(statements).not.toContain('create index')
    const migrations = [
      ...first,
      await proposeMigration('indexes', environment, { model, migrations: first }),
    ]
    expect((await runCommandHere(['migrate'], environment, { model, migrations })).code).toBe(0)
    expect(await run(['check'], { model, migrations })).toMatchObject({ code: 0, output: AGREEMENT })
    await query('drop table memos')
  })

  it('C17.10 check --data says how many records break a rule, and what to do', async () => {
    const create = (most: number) =>
      contentModel([
        ...builtInModel.types,
        record({
          name: 'Memo',
          plural: 'memos',
          about: 'A memo.',
          allowed: { read: { GUEST: 'all' }, write: { EDITOR: 'all' } },
          fields: { title: field.line(most, { about: 'The title.' }) },
        }),
      ])
    const model = create(80)
    const migrations = [await proposeMigration('memos', environment, { model })]
    expect(await run(['check', '--data'], { model, migrations })).toMatchObject({ code: 2 })
    expect((await runCommandHere(['migrate'], environment, { model, migrations })).code).toBe(0)
    await query(`insert into memos (id, title, created_at, version)
      select gen_random_uuid(), repeat('a', n % 10 + 1), now(), 1 from generate_series(1, 2000) n`)
    const check = (most: number) => run(['check', '--data'], { model: create(most), migrations })
    expect(await check(80)).toMatchObject({
      code: 0,
      output: `${AGREEMENT}All records keep the rules of the content types.\n`,
    })
    const { code, output } = await check(5)
    expect(code).toBe(1)
    expect(output).toMatch(
      /^The tables agree with the content types\.\nMemo\.title: 1,000 records: must have at most 5 characters \(such as (?:[0-9a-f-]{36}(?:, )?){3}\)\nReaders still see these values/,
    )
    expect(await run(['check', '--data', '--against', 'x'], { model })).toMatchObject({ code: 2 })
    await query('alter table memos drop column title')
    expect((await check(5)).output).toContain(
      'The records cannot be read before the tables have what the content types need.',
    )
    await query('drop table memos')
  })

  it('C17.10 check --against says whether two versions can run beside each other, without a database', async () => {
    environment = { DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/nothing' }
    const file = join(folder, 'before.json')
    await writeFile(file, (await run(['list', '--json'])).output)
    const check = (options?: ServiceOptions, name = file) => run(['check', '--against', name], options)
    expect(await check({ model: coloured })).toMatchObject({ code: 0 })
    await writeFile(file, (await run(['list', '--json'], { model: nextFairModel })).output)
    expect(await check({ model: fairModel })).toMatchObject({
      code: 1,
      output: expect.stringMatching(/Take these steps:\n1\. In a release before this version: /),
    })
    await writeFile(file, '{"types":[{}]}')
    expect(await check()).toMatchObject({
      code: 2,
      errors: expect.stringContaining('is no list of content types'),
    })
    expect(await check(undefined, join(folder, 'none.json'))).toMatchObject({
      code: 2,
      errors: expect.stringContaining('types list --json > FILE'),
    })
  })

  it.each([
    [['migration', 'Add Tools'], /cannot name a migration/],
    [['migration'], /Usage: npx content-service types migration NAME \[--out FILE\] \[--against FILE\]/],
    [['list', 'tools'], /Usage: npx content-service types list/],
    [['check', '--out', 'file'], /types check has no option --out/],
  ])('refuses %j', async (args, message) => {
    expect(await run(args)).toMatchObject({ code: 2, errors: expect.stringMatching(message) })
  })

  it('leaves an empty database empty, and reports that migrations must run first', async () => {
    const empty = await createDatabase(inject('postgresUrl'))
    environment['DATABASE_URL'] = empty.url
    expect(await run(['check'])).toMatchObject({
      code: 2,
      errors: expect.stringContaining('npx content-service migrate'),
    })
    expect(await countTables(empty.url)).toBe(0)
    await empty.drop()
  })

  it('reads an embedded database, and creates none', async () => {
    const { DATABASE_URL: _, ...rest } = environment
    environment = { ...rest, DATA_DIR: join(folder, 'data') }
    expect(await run(['check'])).toMatchObject({
      code: 2,
      errors: expect.stringContaining('npx content-service migrate'),
    })
    expect(await readdir(folder)).toEqual([])
    await fillDataDirectory(join(folder, 'data'))
    expect(await run(['check'], {})).toMatchObject({ code: 0, output: AGREEMENT })
  })

  it('the service, a worker and doctor refuse tables that do not fit, with all problems and the command', async () => {
    const message = `The database does not have the tables that the content types need:
  ${MISSING.slice(0, 7).join('\n  ')}
  products.stock: the type is bigint, and the declaration needs integer
  ${MISSING.slice(7).join('\n  ')}
To write the migration, run npx content-service types migration NAME --out FILE`
    await query('alter table products alter stock type bigint')
    const options = { model: toolModel }
    await expect(startService(readSettings(environment), log, options)).rejects.toThrow(message)
    await expect(startWorker(readWorkerSettings(environment), log, options)).rejects.toThrow(message)
    expect(await runCommandHere(['doctor'], environment, options)).toMatchObject({
      code: 2,
      output: expect.stringContaining(`wrong  DATABASE_URL: ${message}`),
    })
  })

  it('C17.10 check notes the states that no operation reaches, and does not fail for them', async () => {
    const migrations = [await proposeMigration('fair', environment, { model: fairModel })]
    const options = { model: fairModel, migrations }
    expect((await runCommandHere(['migrate'], environment, options)).code).toBe(0)
    expect(await run(['check'], options)).toMatchObject({
      code: 0,
      output: `${AGREEMENT}Note: no operation and no transition of FairHall leads to the state CLOSED yet.\n`,
    })
  })

  it('the service starts without an index that only makes reads fast', async () => {
    await query('drop index products_newest')
    const service = await startService(readSettings(environment), log)
    await service.stop()
    expect(await run(['check'], {})).toMatchObject({
      code: 1,
      output: 'products: the index products_newest is missing\n',
    })
  })

  it('a migration that fails is named, and leaves the embedded database to the next command', async () => {
    class Bad extends Migration {
      override name = '2026-11-26-bad'

      override up(): void {
        this.addSql('alter table nowhere add column place text')
      }
    }
    const embedded = { DATA_DIR: join(folder, 'data') }
    await fillDataDirectory(embedded.DATA_DIR)
    const failed = await runCommandHere(['migrate'], embedded, { migrations: [Bad] })
    expect([failed.code, failed.errors]).toEqual([
      2,
      expect.stringMatching(
        /^The migration 2026-11-26-bad failed:\n {2}relation "nowhere" does not exist\nin the statement:\n/,
      ),
    ])
    expect(await runCommandHere(['migrate'], embedded)).toMatchObject({ code: 0 })
  })
})
