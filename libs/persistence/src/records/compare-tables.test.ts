import {
  builtInModel,
  Category,
  contentModel,
  extendType,
  field,
  Product,
  record,
  type RecordType,
  User,
} from '@content-service/domain'
import { Essay, Review, TEST_AUDIT_CONTEXT, Tool, toolModel, Workshop } from '@content-service/domain/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrateTypes, openPglite, openPostgres, type TestDatabase } from '../testing/databases.ts'
import { createStores } from '../stores.ts'
import { compareModel } from './compare-tables.ts'
import { listStatements } from './table-difference.ts'

/** The model of Tool with these fields in the place of its own fields. */
const createToolModel = (fields: RecordType['fields']) =>
  contentModel([
    ...builtInModel.types,
    record({
      name: 'Tool',
      plural: 'tools',
      about: 'A tool.',
      allowed: { read: { GUEST: 'all' }, write: { EDITOR: 'all' } },
      fields,
    }),
    Workshop,
    Review,
  ])

describe.each([
  ['PGlite', openPglite],
  ['PostgreSQL', openPostgres],
] as const)('the tables of declared types on %s', (_, open) => {
  let test: TestDatabase
  beforeAll(async () => {
    test = await open({ model: toolModel })
  })
  afterAll(() => test.close())

  const index = () => createStores(test.database.session(), TEST_AUDIT_CONTEXT).search.index()
  const execute = (statement: string) => test.database.session().execute(statement)
  const compare = (model = toolModel) => compareModel(test.database.session(), model)
  const messagesOf = async (model = toolModel) =>
    (await compare(model)).differences.map(({ message }) => message)

  it('agree with the built-in types after the migrations of the service', async () => {
    expect(await compare(builtInModel)).toEqual({
      differences: [],
      leftOut: [],
      undeclared: [],
      undeclaredTables: [],
      moves: [],
    })
  })

  it('are created by the proposed statements, with every constraint, index and trigger', async () => {
    expect(await messagesOf()).toEqual([
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
    ])
    await migrateTypes(test.database, toolModel)
    expect(await compare()).toMatchObject({ differences: [], undeclared: [] })
  })

  describe('with one difference', () => {
    beforeAll(() => migrateTypes(test.database, toolModel))

    it.each([
      ['alter table tools drop column weight', 'tools.weight: the column is missing', true],
      ['alter table workshops drop column topics cascade', 'workshops.topics: the column is missing', true],
      [
        'alter table tools alter weight type real',
        'tools.weight: the type is real, and the declaration needs double precision',
        true,
      ],
      [
        'alter table workshops alter starts_at type date',
        'workshops.starts_at: the type is date, and the declaration needs timestamptz(3)',
        true,
      ],
      [
        'alter table tools alter manual set not null',
        'tools.manual: the field is optional, and the column allows no null',
        true,
      ],
      [
        'alter table tools alter copies drop not null',
        'tools.copies: the field is required, and the column allows null',
        false,
      ],
      [
        'alter table workshops alter host_id drop default',
        'workshops.host_id: the column needs the default 1',
        true,
      ],
      [
        'alter table reviews drop constraint reviews_pkey',
        'reviews: the primary key reviews_pkey is missing',
        true,
      ],
      [
        'alter table tools drop constraint tools_shelf_id_fkey',
        'tools: the foreign key tools_shelf_id_fkey is missing',
        true,
      ],
      [
        `alter table workshops drop constraint workshops_host_id_fkey,
          add constraint workshops_host_id_fkey foreign key (host_id) references users on delete cascade`,
        'workshops: the foreign key workshops_host_id_fkey differs from the declaration',
        false,
      ],
      ['drop index tools_serial_number_key', 'tools: the index tools_serial_number_key is missing', true],
      [
        'drop index tools_serial_number_key; create index tools_serial_number_key on tools (serial_number)',
        'tools: the index tools_serial_number_key differs from the declaration',
        false,
      ],
      ['drop index workshops_newest', 'workshops: the index workshops_newest is missing', false],
      [
        'drop trigger forget_workshops on workshops',
        'workshops: the trigger forget_workshops is missing',
        true,
      ],
      [
        'alter table workshops disable trigger search_workshops',
        'workshops: the trigger search_workshops is missing',
        true,
      ],
      [
        `drop trigger search_workshops on workshops;
          create trigger search_workshops after insert or update of title, topics on workshops
            for each row execute function search_record('WORKSHOP', '{title}', '{}', '{topics}')`,
        'workshops: the trigger search_workshops differs from the declaration',
        false,
      ],
      [
        'alter table tools add column colour text not null',
        'tools.colour: no field declares the column, which allows no null and has no default',
        true,
      ],
    ])('%s', async (change, message, preventsStart) => {
      for (const statement of change.split(';')) await execute(statement)
      const { differences } = await compare()
      expect(differences[0]).toMatchObject({ message, preventsStart })
      if (change.includes('disable trigger')) await execute('drop trigger search_workshops on workshops')
      await migrateTypes(test.database, toolModel)
      expect(await messagesOf()).toEqual([])
      await execute('alter table tools drop column if exists colour')
    })
  })

  it('get a value for the rows without one before a column becomes required', async () => {
    await migrateTypes(test.database, toolModel)
    await execute('alter table tools alter copies drop not null')
    await execute('alter table workshops alter progress drop not null')
    const { differences } = await compare()
    expect(listStatements(differences)).toEqual([
      'alter table "tools" alter column "copies" set not null -- backfill: first give the rows without a value one, such as: update … set … where … is null',
      `update "workshops" set "progress" = 'PLANNED' where "progress" is null`,
      'alter table "workshops" alter column "progress" set not null',
    ])
    await migrateTypes(test.database, toolModel)
  })

  it('C15.17 report the states of rows that the declaration does not have, and propose its first state', async () => {
    await migrateTypes(test.database, toolModel)
    await execute("insert into categories values (gen_random_uuid(), 'Crafts', now())")
    await execute(`insert into workshops (id, title, starts_at, topics, progress, subject_id, created_at, version)
      select gen_random_uuid(), 'Type', now(), '{}', progress, id, now(), 1
      from categories, unnest('{OPEN,LOST,LOST,old''s}'::text[]) as progress where name = 'Crafts'`)
    const { differences } = await compare()
    expect(differences.map(({ message, preventsStart }) => [message, preventsStart])).toEqual([
      ['workshops.progress: 2 records have the state LOST, which the declaration does not have', false],
      ["workshops.progress: 1 record has the state old's, which the declaration does not have", false],
    ])
    expect(listStatements(differences)[0]).toBe(
      `update "workshops" set "progress" = 'PLANNED' where "progress" = 'LOST' -- backfill: choose the state of these records`,
    )
    await migrateTypes(test.database, toolModel)
    expect(await messagesOf()).toEqual([])
    await execute('delete from workshops')
    await execute("delete from categories where name = 'Crafts'")
  })

  it('C15.17 report the rows without the value of a required field', async () => {
    await migrateTypes(test.database, toolModel)
    await execute('alter table tools alter copies drop not null')
    await execute("insert into categories values (gen_random_uuid(), 'Shelf', now())")
    await execute(`insert into tools (id, serial_number, shelf_id, created_at, version)
      select gen_random_uuid(), 'S-1', id, now(), 1 from categories where name = 'Shelf'`)
    const { differences } = await compare()
    expect(differences.map(({ message, preventsStart }) => [message, preventsStart])).toEqual([
      ['tools.copies: the field is required, and the column allows null', false],
      ['tools.copies: 1 record has no value, and the field is required', false],
    ])
    await execute('delete from tools')
    await execute("delete from categories where name = 'Shelf'")
    await migrateTypes(test.database, toolModel)
  })

  it('allow columns with null or a default that no field declares, and name them', async () => {
    await migrateTypes(test.database, toolModel)
    await execute("alter table tools add column note text, add column place text not null default 'shed'")
    expect(await compare()).toMatchObject({ differences: [], undeclared: ['tools.note', 'tools.place'] })
    await execute('alter table tools drop column note, drop column place')
  })

  it.each([
    ['an optional field', field.line(80, { about: 'A text.', optional: true }), 'text'],
    ['tags', field.tags({ about: 'Some tags.' }), "text[] not null default '{}'"],
    ['a state', field.state(['NEW'], { about: 'The state.' }), "text not null default 'NEW'"],
    [
      'a required field',
      field.time({ about: 'A time.' }),
      'timestamptz(3) not null -- backfill: if the table has rows, give them a value, such as: default …',
    ],
  ])('need one more column after %s is added', async (_, added, column) => {
    await migrateTypes(test.database, toolModel)
    const { differences } = await compare(createToolModel({ ...Tool.fields, order: added }))
    expect(listStatements(differences)).toEqual([`alter table "tools" add column "order" ${column}`])
  })

  it('C14.2 have a column for a link that is added or becomes optional, and the key that its deletion needs', async () => {
    await migrateTypes(test.database, toolModel)
    const add = (shelf: string) =>
      execute(
        `insert into tools (id, serial_number, copies, shelf_id, created_at, version)
          values (gen_random_uuid(), gen_random_uuid()::text, 1, ${shelf}, now(), 1)`,
      )
    await execute(
      "insert into categories (id, name, created_at) values (gen_random_uuid(), 'C14.2 wood', now())",
    )
    await add("(select id from categories where name = 'C14.2 wood')")
    const lent = createToolModel({
      ...Tool.fields,
      shelf: field.one(Category, { about: 'The shelf.', optional: true, onDelete: 'clear' }),
      lender: field.one(User, { about: 'The lender.', optional: true }),
      spare: field.one(Category, { about: 'The spare shelf.', optional: true }),
    })
    const compared = await compare(lent)
    expect(listStatements(compared.differences)).toEqual([
      'alter table "tools" alter column "shelf_id" drop not null',
      'alter table "tools" add column "lender_id" integer',
      'alter table "tools" add column "spare_id" uuid',
      'alter table "tools" drop constraint tools_shelf_id_fkey',
      'alter table "tools" add constraint tools_shelf_id_fkey foreign key ("shelf_id") references "categories" ("id") on delete set null',
      'alter table "tools" add constraint tools_lender_id_fkey foreign key ("lender_id") references "users" ("id") on delete set null',
      'alter table "tools" add constraint tools_spare_id_fkey foreign key ("spare_id") references "categories" ("id")',
      'create index tools_lender on "tools" ("lender_id", "created_at" desc, "id" desc)',
      'create index tools_spare on "tools" ("spare_id", "created_at" desc, "id" desc)',
    ])
    const preventing = compared.differences.filter(({ preventsStart }) => preventsStart)
    expect(preventing.map(({ message }) => message)).toEqual([
      'tools.shelf_id: the field is optional, and the column allows no null',
      'tools.lender_id: the column is missing',
      'tools.spare_id: the column is missing',
      'tools: the foreign key tools_lender_id_fkey is missing',
      'tools: the foreign key tools_spare_id_fkey is missing',
    ])
    await migrateTypes(test.database, lent)
    expect(await messagesOf(lent)).toEqual([])
    await add('null')
    expect(await messagesOf()).toContain('tools.shelf_id: 1 record has no value, and the field is required')
    await execute('delete from tools')
    await execute("delete from categories where name = 'C14.2 wood'")
    await migrateTypes(test.database, toolModel)
    await execute('alter table tools drop column lender_id, drop column spare_id')
  })

  it('need the indexes that are declared later, without which the service starts', async () => {
    await migrateTypes(test.database, toolModel)
    const indexed = createToolModel({
      ...Tool.fields,
      copies: field.integer(1, 20, { about: 'The number of copies.', index: true }),
      weight: field.number(0, { about: 'The weight.', optional: true, index: true }),
      manual: field.text(5_000, { about: 'How to use the tool.', optional: true, index: 'text' }),
    })
    const { differences } = await compare(indexed)
    expect(differences.map(({ message, preventsStart }) => [message, preventsStart])).toEqual([
      ['tools: the index tools_by_weight is missing', false],
      ['tools: the index tools_up_weight is missing', false],
      ['tools: the index tools_by_copies is missing', false],
      ['tools: the index tools_in_manual is missing', false],
    ])
    expect(listStatements(differences)).toEqual([
      'create index tools_by_weight on "tools" ("weight" desc nulls last, "id" desc)',
      'create index tools_up_weight on "tools" ("weight", "id")',
      'create index tools_by_copies on "tools" ("copies", "id")',
      'create index tools_in_manual on "tools" using gin (fold("manual") collate "C" gin_trgm_ops)',
    ])
    await migrateTypes(test.database, indexed)
    expect(await messagesOf(indexed)).toEqual([])
  })

  it('replace the index on the texts that GUEST may read when another right is declared', async () => {
    const subtitle = field.line(200, { about: 'The subtitle.', optional: true, index: 'text' })
    const model = contentModel([
      extendType(Essay, { fields: { motto: subtitle } }),
      ...toolModel.types.filter(({ name }) => name !== 'Article'),
    ])
    await migrateTypes(test.database, model)
    expect(await messagesOf(model)).toEqual([])
    const names = async () =>
      (await execute(
        "select indexname as name from pg_indexes where indexname like 'articles_in_motto_%'",
      )) as unknown
    const before = await names()
    expect(before).toEqual([{ name: expect.stringMatching(/^articles_in_motto_[0-9a-f]{8}$/) }])
    const [{ name }] = before as [{ readonly name: string }]
    await execute(`alter index ${name} rename to articles_in_motto_00000000`)
    expect(await messagesOf(model)).toEqual([`articles: the index ${name} is missing`])
    await migrateTypes(test.database, model)
    expect(await names()).toEqual(before)
    await execute('alter table articles drop column motto')
  })

  it('find existing records after a text of the type becomes searched', async () => {
    const searched = createToolModel({
      ...Tool.fields,
      serialNumber: field.line(80, { about: 'The number.', unique: true, search: 'A' }),
    })
    await migrateTypes(test.database, toolModel)
    await execute("insert into categories values (gen_random_uuid(), 'Saws', now())")
    await execute(`insert into tools (id, serial_number, copies, shelf_id, created_at, version)
      select gen_random_uuid(), 'Fretsaw', 1, id, now(), 1 from categories`)
    await migrateTypes(test.database, searched)
    expect(await messagesOf(searched)).toEqual([])
    await index()
    expect(await execute("select type from search_documents where type = 'TOOL'")).toEqual([{ type: 'TOOL' }])
  })

  it('find products by a searched field that a team has added', async () => {
    const subtitle = field.line(80, { about: 'The subtitle.', optional: true, search: 'A' })
    const model = contentModel([Category, extendType(Product, { fields: { subtitle } })])
    await migrateTypes(test.database, model)
    expect(await messagesOf(model)).toEqual([])
    await execute("insert into categories values (gen_random_uuid(), 'Books', now())")
    await execute(`insert into products (id, title, subtitle, price, stock, category_id, created_at, version)
      select gen_random_uuid(), 'Type', 'Zyzzyva', 1, 1, id, now(), 1 from categories where name = 'Books'`)
    await execute("update products set title = 'Lead'")
    await index()
    expect(
      await execute(
        "select document @@ 'zyzzyva' and document @@ 'lead' as found from search_documents where type = 'PRODUCT'",
      ),
    ).toEqual([{ found: true }])
    await execute('alter table products drop column subtitle cascade')
  })

  it('can be created for types that link to one another, and with names that SQL reserves', async () => {
    const allowed = { read: { GUEST: 'all' }, write: { EDITOR: 'all' } } as const
    const link = (name: string, plural: string, inverse: string) =>
      field.one({ name, plural }, { about: 'A link.', inverse })
    const end = field.line(80, { about: 'A text.', unique: true, search: 'A' })
    const user = field.line(80, { about: 'Another text.', unique: true })
    const [hen, egg] = [
      record({
        name: 'Hen',
        plural: 'hens',
        about: 'A hen.',
        allowed,
        fields: { order: link('Egg', 'eggs', 'mothers'), end, user },
      }),
      record({
        name: 'Egg',
        plural: 'eggs',
        about: 'An egg.',
        allowed,
        fields: { time: field.time({ about: 'The time.' }) },
      }),
    ]
    const model = contentModel([
      Category,
      ...toolModel.types.filter(({ name }) => !['Category', 'Tool', 'Workshop', 'Review'].includes(name)),
      hen,
      egg,
    ])
    await migrateTypes(test.database, model)
    expect(await compare(model)).toMatchObject({ differences: [], undeclared: [] })
  })
})
