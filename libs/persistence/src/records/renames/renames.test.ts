import { builtInModel, contentModel, field, record, User } from '@content-service/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrateTypes, openPglite, openPostgres, type TestDatabase } from '../../testing/databases.ts'
import { TEST_AUDIT_CONTEXT } from '@content-service/domain/testing'
import { createStores } from '../../stores.ts'
import { compareModel } from '../compare-tables.ts'
import { listStatements } from '../table-difference.ts'

const about = 'A test.'
const optional = { about, optional: true } as const

const Shelf = record({
  name: 'Shelf',
  plural: 'shelves',
  about,
  allowed: { read: { GUEST: 'all' }, write: { EDITOR: 'all' } },
  fields: { label: field.line(80, { about }) },
})

const allowed = (state: 'stage' | 'phase') =>
  ({
    read: { GUEST: (r: never) => (r as Record<string, { eq(word: string): never }>)[state]?.eq('OUT') },
    write: { EDITOR: 'all' },
  }) as never

/** A book in the release before. */
const Book = record({
  name: 'Book',
  plural: 'books',
  about,
  revisions: true,
  likes: true,
  allowed: allowed('stage'),
  index: [['rack', 'title']],
  fields: {
    title: field.line(80, { about, unique: true, search: 'A', index: 'text' }),
    rack: field.one(Shelf, { ...optional, inverse: 'books', onDelete: 'clear' }),
    writers: field.many(User, { about, inverse: 'books' }),
    stage: field.state(['NEW', 'OUT'], { about, index: true }),
    contact: field.group({ tel: field.line(80, { ...optional, index: true }) }, optional),
    content: field.blocks(
      {
        quote: { words: field.text(80, { about }), origin: field.one(Shelf, optional) },
        lines: { items: field.list(field.group({ say: field.text(80, { about }) }, { about }), { about }) },
      },
      { about },
    ),
  },
  operations: (on) => ({ release: on({ about, permission: 'write', to: 'OUT' }) }),
})

/** The same in this release. */
const Novel = record({
  name: 'Novel',
  plural: 'novels',
  renamedFrom: 'Book',
  about,
  revisions: true,
  likes: true,
  allowed: allowed('phase'),
  index: [['shelf', 'headline']],
  fields: {
    headline: field.line(80, { about, unique: true, search: 'A', index: 'text', renamedFrom: 'title' }),
    shelf: field.one(Shelf, { ...optional, inverse: 'novels', onDelete: 'clear', renamedFrom: 'rack' }),
    authors: field.many(User, { about, inverse: 'novels', renamedFrom: 'writers' }),
    phase: field.state(['NEW', 'OUT'], { about, index: true, renamedFrom: 'stage' }),
    address: field.group(
      { phone: field.line(80, { ...optional, index: true, renamedFrom: 'tel' }) },
      { ...optional, renamedFrom: 'contact' },
    ),
    content: field.blocks(
      {
        quote: {
          text: field.text(80, { about, renamedFrom: 'words' }),
          source: field.one(Shelf, { ...optional, renamedFrom: 'origin' }),
        },
        lines: {
          rows: field.list(field.group({ words: field.text(80, { about, renamedFrom: 'say' }) }, { about }), {
            about,
            renamedFrom: 'items',
          }),
        },
      },
      { about },
    ),
  },
  operations: (on) => ({ release: on({ about, permission: 'write', to: 'OUT' }) }),
})

/** The names before, after a rename to those of now. */
const backTo = () =>
  record({
    name: 'Book',
    plural: 'books',
    renamedFrom: 'Novel',
    about,
    revisions: true,
    likes: true,
    allowed: allowed('stage'),
    index: [['rack', 'title']],
    fields: {
      title: field.line(80, { about, unique: true, search: 'A', index: 'text', renamedFrom: 'headline' }),
      rack: field.one(Shelf, { ...optional, inverse: 'books', onDelete: 'clear', renamedFrom: 'shelf' }),
      writers: field.many(User, { about, inverse: 'books', renamedFrom: 'authors' }),
      stage: field.state(['NEW', 'OUT'], { about, index: true, renamedFrom: 'phase' }),
      contact: field.group(
        { tel: field.line(80, { ...optional, index: true, renamedFrom: 'phone' }) },
        { ...optional, renamedFrom: 'address' },
      ),
      content: field.blocks(
        {
          quote: {
            words: field.text(80, { about, renamedFrom: 'text' }),
            origin: field.one(Shelf, { ...optional, renamedFrom: 'source' }),
          },
          lines: {
            items: field.list(
              field.group({ say: field.text(80, { about, renamedFrom: 'words' }) }, { about }),
              {
                about,
                renamedFrom: 'rows',
              },
            ),
          },
        },
        { about },
      ),
    },
    operations: (on) => ({ release: on({ about, permission: 'write', to: 'OUT' }) }),
  })

const before = contentModel([...builtInModel.types, Shelf, Book])
const after = contentModel([...builtInModel.types, Shelf, Novel])

describe.each([
  ['PGlite', openPglite],
  ['PostgreSQL', openPostgres],
] as const)('C17.10 renames on %s', (_, open) => {
  let test: TestDatabase
  const execute = (statement: string): Promise<readonly Record<string, unknown>[]> =>
    test.database.session().execute(statement)
  const compare = (model = after) => compareModel(test.database.session(), model)
  const readMessages = async (model = after) =>
    (await compare(model)).differences.map(({ message }) => message)

  beforeAll(async () => {
    test = await open({ model: before })
    await migrateTypes(test.database, before)
  })
  afterAll(() => test.close())

  const QUOTE = { type: 'quote', key: 'a', words: 'Wax', originId: null }
  const LINES = { type: 'lines', key: 'b', items: [{ key: 'c', say: 'Wane' }] }
  const CONTENT = JSON.stringify([QUOTE, LINES])
  const ID = '01890000-0000-7000-8000-000000000001'
  const values = {
    title: 'Emma',
    rackId: null,
    writerIds: [1],
    contact: { tel: '7' },
    content: [QUOTE, LINES],
  }
  const renamed = {
    headline: 'Emma',
    shelfId: null,
    authorIds: [1],
    address: { phone: '7' },
    content: [
      { type: 'quote', key: 'a', text: 'Wax', sourceId: null },
      { type: 'lines', key: 'b', rows: [{ key: 'c', words: 'Wane' }] },
    ],
  }

  /** What processes of the release before have stored. */
  const fill = async (): Promise<void> => {
    const data = {
      id: ID,
      ...values,
      'contact.tel': '7',
      '.before': { stage: 'NEW', 'contact.tel': '6' },
      '.changed': { names: ['title', 'createdAt'], links: { rackId: null } },
    }
    for (const statement of [
      `insert into books (id, title, stage, contact, content, likes, created_at, version)
        values ('${ID}', 'Emma', 'OUT', '{"tel": "7"}', '${CONTENT}', 1, now(), 1)`,
      `insert into record_likes (record_id, user_id, type, created_at) values ('${ID}', 1, 'Book', now())`,
      `insert into books_writers values ('${ID}', 1, 1)`,
      `insert into record_revisions (id, type, record_id, created_at, contents, long_contents, bytes)
        values (gen_random_uuid(), 'Book', '${ID}', now(), '${JSON.stringify(values)}', null, 1)`,
      `insert into events (id, type, resource, resource_id, at, data)
        values (gen_random_uuid(), 'book.updated', 'books', '${ID}', now(), '${JSON.stringify(data)}')`,
      `insert into webhooks (id, owner_id, url, events, enabled, created_at, version, sealed_secret)
        values (gen_random_uuid(), 1, 'https://a.example', '{book.created,article.created,book.release}', true, now(), 1, '')`,
      `insert into webhook_deliveries (id, webhook_id, event_id, position, stream, type, status, attempts, created_at)
        select gen_random_uuid(), w.id, e.id, e.position, 'books ${ID}', e.type, 'PENDING', 0, now() from webhooks w, events e`,
      `insert into api_keys (id, digest, owner_id, name, scopes, created_at)
        values (gen_random_uuid(), 'a', 1, 'a', '{books:read,articles:read,books:write}', now())`,
    ])
      await execute(statement)
    await createStores(test.database.session(), TEST_AUDIT_CONTEXT).search.index()
  }

  it('are proposed as renames, without a loss', async () => {
    await fill()
    expect(await readMessages()).toEqual([
      'novels: the table has its earlier name, books',
      'novels.headline: the column has its earlier name, title',
      'novels.shelf_id: the column has its earlier name, rack_id',
      'novels.phase: the column has its earlier name, stage',
      'novels.address: the column has its earlier name, contact',
      'novels: keys, indexes and triggers have earlier names',
      'novels_authors: the table has its earlier name, books_writers',
      'novels_authors: keys, indexes and triggers have earlier names',
      'novels_parts_shelves: the table has its earlier name, books_parts_shelves',
      'novels_parts_shelves: keys, indexes and triggers have earlier names',
      expect.stringMatching(
        /^Novel: revisions, events, permissions and parts have earlier names \(Novel was Book, Novel.headline was title, .*Novel.content.lines.rows.words was say\)$/,
      ),
    ])
    const statements = listStatements((await compare()).differences)
    expect(statements.filter((each) => /drop (table|column)|drop not null|add column/.test(each))).toEqual([])
    expect(
      (await compare()).differences.every(({ preventsStart, isRename }) => preventsStart && isRename),
    ).toBe(true)
  })

  it('keep each value under its name of now', async () => {
    await migrateTypes(test.database, after)
    expect(await compare()).toMatchObject({ differences: [], undeclared: [], undeclaredTables: [] })
    expect(await execute('select headline, shelf_id, phase, address, content from novels')).toEqual([
      { headline: 'Emma', shelf_id: null, phase: 'OUT', address: renamed.address, content: renamed.content },
    ])
    expect(await execute('select linked_id from novels_authors')).toEqual([{ linked_id: 1 }])
    expect(await execute('select type, contents from record_revisions')).toEqual([
      { type: 'Novel', contents: renamed },
    ])
    expect(await execute('select type from record_likes')).toEqual([{ type: 'Novel' }])
  })

  it('reach waiting events, their deliveries, webhooks and permissions', async () => {
    expect(await execute('select type, resource, data from events')).toEqual([
      {
        type: 'novel.updated',
        resource: 'novels',
        data: {
          id: ID,
          ...renamed,
          'address.phone': '7',
          '.before': { phase: 'NEW', 'address.phone': '6' },
          '.changed': { names: ['headline', 'createdAt'], links: { shelfId: null } },
        },
      },
    ])
    expect(await execute('select type, stream from webhook_deliveries')).toEqual([
      { type: 'novel.updated', stream: `novels ${ID}` },
    ])
    expect(await execute('select events from webhooks')).toEqual([
      { events: ['novel.created', 'article.created', 'novel.release'] },
    ])
    expect(await execute('select scopes from api_keys')).toEqual([
      { scopes: ['novels:read', 'articles:read', 'novels:write'] },
    ])
  })

  it('keep the documents of searches, which no row is indexed for again', async () => {
    expect(await execute('select count(*)::integer as waiting from search_waiting')).toEqual([{ waiting: 0 }])
    expect(await execute("select type, id from search_documents where document @@ 'emma'")).toEqual([
      { type: 'NOVEL', id: ID },
    ])
    await execute("update novels set headline = 'Zyx'")
    await createStores(test.database.session(), TEST_AUDIT_CONTEXT).search.index()
    expect(await execute("select type from search_documents where document @@ 'zyx'")).toEqual([
      { type: 'NOVEL' },
    ])
  })

  it('change nothing a second time, and lead back', async () => {
    expect(listStatements((await compare()).differences)).toEqual([])
    const back = contentModel([...builtInModel.types, Shelf, backTo()])
    await migrateTypes(test.database, back)
    expect(await readMessages(back)).toEqual([])
    expect(await execute('select title from books')).toEqual([{ title: 'Zyx' }])
    expect(await execute('select contents -> $$title$$ as title from record_revisions')).toEqual([
      { title: 'Emma' },
    ])
    await migrateTypes(test.database, after)
    expect(await readMessages()).toEqual([])
    expect(await execute('select type, contents from record_revisions')).toEqual([
      { type: 'Novel', contents: renamed },
    ])
  })
})
