import { and, where, type Condition } from '@content-service/authz'
import { Article, builtInModel, contentModel, extendType, field } from '@content-service/domain'
import type { Records } from '@content-service/domain/internal/service'
import {
  TEST_AUDIT_CONTEXT,
  aComment,
  anArticle,
  aUser,
  indexAll,
  indexWithWords,
} from '@content-service/domain/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createStores, type StoreOptions } from '../stores.ts'
import { migrateTypes, openPglite, openPostgres, type TestDatabase } from '../testing/databases.ts'

const PUBLISHED: Condition = where<Records['articles']>().status.eq('PUBLISHED')
const EXTENT = { limit: 10, offset: 0 }

type Session = ReturnType<TestDatabase['database']['session']>

/** Runs work in a transaction that is always rolled back: all other work on PGlite waits for its only connection. */
const rollBack = async <Result>(
  { database }: TestDatabase,
  work: (session: Session) => Promise<Result>,
): Promise<Result> => {
  const session = database.session()
  await session.begin()
  try {
    return await work(session)
  } finally {
    await session.rollback()
  }
}

describe.each([
  ['PGlite', openPglite],
  ['PostgreSQL', openPostgres],
] as const)('C1.2 records that wait for their search documents on %s', (_, open) => {
  let test: TestDatabase
  let owner: Awaited<ReturnType<ReturnType<typeof stores>['users']['add']>>
  const stores = (options: StoreOptions = {}) =>
    createStores(test.database.session(), TEST_AUDIT_CONTEXT, options)
  const execute = <Row>(statement: string, values: readonly unknown[] = []) =>
    test.database.session().execute<Row[]>(statement, [...values])
  const count = async (table: string): Promise<number> =>
    Number((await execute<{ count: string }>(`select count(*) from ${table}`))[0]?.count)
  const find = async (text: string, condition: Condition = and(), options: StoreOptions = {}) =>
    (await stores(options).search.search(text, { ARTICLE: condition, COMMENT: and() }, EXTENT)).map(
      ({ id }) => id,
    )
  const add = (title: string, content = 'Some text.', status: 'DRAFT' | 'PUBLISHED' = 'PUBLISHED') =>
    stores()
      .records(Article)
      .add(anArticle(stores(), owner.id, { title, content, status }))

  beforeAll(async () => {
    test = await open()
    owner = await stores().users.add(aUser('ada', 'AUTHOR'), null)
    await indexWithWords(stores())
  })
  afterAll(() => test.close())
  beforeEach(() => indexAll(stores()))

  it('are found at once, by the words of their present text, and counted', async () => {
    const { id } = await add('Amber')
    expect([await find('amber'), await count('search_waiting')]).toEqual([[id], 1])
    expect(await stores().search.count('amber', { ARTICLE: and() }, 10)).toBe(1)
    await stores()
      .records(Article)
      .change(id, (current) => ({ ...current, title: 'Basalt' }))
    expect([await find('amber'), await find('basalt')]).toEqual([[], [id]])
    await indexAll(stores())
    expect([await find('amber'), await find('basalt'), await count('search_waiting')]).toEqual([[], [id], 0])
  })

  it('are found by the new text alone after a change of an indexed text', async () => {
    const { id } = await add('Chalk')
    await indexAll(stores())
    await stores()
      .records(Article)
      .change(id, (current) => ({ ...current, title: 'Dolomite' }))
    expect([await find('chalk'), await find('dolomite'), await find('dolomitt')]).toEqual([[], [id], [id]])
  })

  it('are not found after they are deleted, and leave no document', async () => {
    const article = await add('Emerald')
    await stores().comments.add(
      aComment(stores(), article, owner.id, { content: 'Emerald green' }),
      () => undefined,
    )
    await indexAll(stores())
    expect(await find('emerald')).toHaveLength(2)
    const documents = await count('search_documents')
    await execute('delete from articles where id = ?', [article.id])
    expect(await find('emerald')).toEqual([])
    await indexAll(stores())
    expect(await count('search_documents')).toBe(documents - 2)
  })

  it('are found only by callers who may read them', async () => {
    const draft = await add('Feldspar', 'Hidden.', 'DRAFT')
    expect([await find('feldspar', PUBLISHED), await find('feldspar')]).toEqual([[], [draft.id]])
    expect(await stores().search.count('feldspar', { ARTICLE: PUBLISHED }, 10)).toBe(0)
  })

  it('rank as they do with their documents', async () => {
    const titled = await add('Gneiss and granite', 'Some text.')
    const other = await add('Some title', 'Granite is beside gneiss.')
    const search = () =>
      stores().search.search('granite gneiss', { ARTICLE: and() }, { ...EXTENT, withSnippets: true })
    const before = await search()
    expect(before.map(({ id }) => id)).toEqual([titled.id, other.id])
    await indexAll(stores())
    expect(await search()).toEqual(before)
  })

  it('wait until a batch commits: a process that is killed during a batch loses none', async () => {
    const { id } = await add('Hornblende')
    const index = (session: Session) => createStores(session, TEST_AUDIT_CONTEXT).search.index()
    // `busy`: the doubt about the author waits for older transactions, those of other databases of the server included.
    expect(['done', 'busy']).toContain(await rollBack(test, index))
    expect(await count('search_waiting')).toBe(1)
    await indexAll(stores())
    expect(await execute('select document from search_documents where article_id = ?', [id])).toHaveLength(1)
  })

  // Before the tests with many records, all of which a change of the searched fields indexes again.
  it('are found by a searched field that a team has added to articles', async () => {
    const Titled = extendType(Article, {
      fields: { subtitle: field.line(80, { about: 'The subtitle.', optional: true, search: 'A' }) },
    })
    const model = contentModel(builtInModel.types.map((type) => (type.name === 'Article' ? Titled : type)))
    await migrateTypes(test.database, model)
    const { id } = await add('Obsidian')
    await indexAll(stores())
    await execute(`update articles set subtitle = 'Volcanic' where id = ?`, [id])
    expect(await find('volcanic', and(), { model })).toEqual([id])
    await indexAll(stores())
    expect(await find('volcanic', and(), { model })).toEqual([id])
    expect(await find('obsidian', and(), { model })).toEqual([id])
    // Also removes the trigger, which has the column among its arguments.
    await execute('alter table articles drop column subtitle cascade')
    await migrateTypes(test.database, builtInModel)
  })

  it('are indexed in batches; a search reads the newest of them and the documents of the others', async () => {
    const { id } = await add('Iolite')
    await indexAll(stores())
    await execute(
      `insert into articles (id, title, content, excerpt, excerpt_derived, status, tags, owner_id, created_at, version)
        select gen_random_uuid(), 'Kyanite', 'Text', '', true, 'DRAFT', '{}', ?, now(), 1 from generate_series(1, 1500)`,
      [owner.id],
    )
    const newest = await add('Lapis lazuli')
    await execute(`update articles set title = 'Iolite' where id = ?`, [id])
    expect([await find('lazuli'), await find('iolite')]).toEqual([[newest.id], [id]])
    expect(await stores().search.count('kyanite', { ARTICLE: and() }, 10_000)).toBeLessThan(1_000)
    expect(await stores().search.index()).toBe('more')
    await indexAll(stores())
    expect(await stores().search.count('kyanite', { ARTICLE: and() }, 10_000)).toBe(1_500)
  })

  it('take turns with the records of other authors: nobody hides or delays the newest of another author', async () => {
    const other = await stores().users.add(aUser('eve', 'EDITOR'), null)
    const flood = () =>
      execute(
        `insert into articles (id, title, content, excerpt, excerpt_derived, status, tags, owner_id, created_at, version)
          select gen_random_uuid(), 'Flood', repeat('water ', 2000), '', true, 'DRAFT', '{}', ?, now(), 1 from generate_series(1, 200)`,
        [owner.id],
      )
    await flood()
    const { id } = await stores()
      .records(Article)
      .add(anArticle(stores(), other.id, { title: 'Marcasite', content: 'One more sentence. '.repeat(500) }))
    await flood()
    expect(await find('marcasite')).toEqual([id])
    expect(await stores().search.index()).toBe('more')
    expect(await execute('select from search_documents where article_id = ?', [id])).toHaveLength(1)
    expect(await count('search_waiting')).toBeGreaterThan(300)
    await indexAll(stores())
  }, 60_000)

  it('never stop a batch, however many words their keywords have', async () => {
    const words = Array.from({ length: 60_000 }, (_, n) => (n + 0x100000).toString(36)).join(' ')
    await execute(
      `insert into articles (id, title, content, excerpt, excerpt_derived, status, tags, owner_id, created_at, version)
      values (gen_random_uuid(), 'Malachite', ?, '', true, 'DRAFT', string_to_array(?, ' '), ?, now(), 1)`,
      [words, words, owner.id],
    )
    await indexAll(stores())
    expect(await find('malachite')).toHaveLength(1)
  }, 60_000)

  it('C10.7 beside processes of the earlier release: such a process finds them after a batch, by its own columns', async () => {
    await execute(`insert into categories values (gen_random_uuid(), 'Stones', now())`)
    await execute(`insert into products (id, title, price, stock, category_id, created_at, version)
      select gen_random_uuid(), 'Nephrite', 1, 1, id, now(), 1 from categories`)
    const { id } = await add('Nephrite')
    await indexAll(stores())
    const found = (column: string) =>
      execute(`select from search_documents where document @@ 'nephrit' and ${column} is not null`)
    expect(await found('product_id')).toHaveLength(1)
    expect(
      await execute(`select from search_documents where document @@ 'nephrit' and article_id = ?`, [id]),
    ).toHaveLength(1)
  })
})

it('C10.7 two processes on PostgreSQL never index at the same time', async () => {
  const test = await openPostgres()
  const index = (em = test.database.session()) => createStores(em, TEST_AUDIT_CONTEXT).search.index()
  // A new database has doubts about public users.
  while ((await index()) !== 'done');
  const both = await rollBack(test, async (session) => [await index(session), await index()])
  expect(both).toEqual(['done', 'busy'])
  expect(await index()).toBe('done')
  await test.close()
})
