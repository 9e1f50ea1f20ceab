import {
  Article,
  builtInModel,
  contentModel,
  field,
  listRows,
  record,
  type ListOperation,
} from '@content-service/domain'
import { createWordsPart } from '@content-service/domain/internal/lists'
import { findOperation } from '@content-service/domain/internal/service'
import {
  aContext,
  anArticle,
  aRecord,
  aUser,
  callerOf,
  indexAll,
  TEST_AUDIT_CONTEXT,
} from '@content-service/domain/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createStores } from '../../stores.ts'
import { migrateTypes, openPglite, openPostgres, type TestDatabase } from '../../testing/databases.ts'
import { explain } from '../../testing/explain.ts'
import { Tables } from '../../tables/tables.ts'
import { queryStatement } from '../query-statement.ts'

const about = 'A test.'
const Memo = record({
  name: 'Memo',
  plural: 'memos',
  about,
  allowed: { read: { GUEST: (memo) => memo.isPublic.eq(true), EDITOR: 'all' }, write: { EDITOR: 'all' } },
  fields: {
    title: field.line(80, { about, search: 'A' }),
    isPublic: field.flag({ about, initial: true }),
  },
})
const model = contentModel([...builtInModel.types, Memo])
const ROWS = 5_000

describe.each([
  ['PGlite', openPglite],
  ['PostgreSQL', openPostgres],
] as const)('C20.3 the words of a list on %s', (_, open) => {
  let test: TestDatabase
  let ada: Awaited<ReturnType<ReturnType<typeof stores>['users']['add']>>
  const stores = () => createStores(test.database.session(), TEST_AUDIT_CONTEXT, { model })

  beforeAll(async () => {
    test = await open({ model })
    await migrateTypes(test.database, model)
    ada = await stores().users.add(aUser('ada', 'AUTHOR'), null)
  }, 60_000)
  afterAll(() => test.close())

  const add = (title: string, more: Parameters<typeof anArticle>[2] = {}) =>
    stores()
      .records(Article)
      .add(anArticle(stores(), ada.id, { title, status: 'PUBLISHED', ...more }))
  const list = (of: string) => findOperation(model, of) as ListOperation
  const asCaller = (role?: 'AUTHOR') =>
    aContext({ model, stores: stores(), ...(role && { caller: callerOf(ada) }) })
  const find = async (query: string, of = 'articles', role?: 'AUTHOR') => {
    const part = { filters: { parts: [createWordsPart(query)] }, window: { limit: 100, offset: 0 } }
    const rows = await listRows(asCaller(role), list(of), part, { fields: ['title'] })
    return rows.map(({ title }) => title)
  }

  it('are found at once, by their present text, and after the index has them', async () => {
    const { id } = await add('An ornithopter', { content: 'Of feathers.' })
    const found = async () => [await find('ornithopters'), await find('FEATHERS'), await find('wings')]
    expect(await found()).toEqual([['An ornithopter'], ['An ornithopter'], []])
    await indexAll(stores())
    expect(await found()).toEqual([['An ornithopter'], ['An ornithopter'], []])
    await stores()
      .records(Article)
      .change(id, (article) => ({ ...article, content: 'With wings.' }))
    expect(await found()).toEqual([['An ornithopter'], [], ['An ornithopter']])
    await indexAll(stores())
    expect(await found()).toEqual([['An ornithopter'], [], ['An ornithopter']])
  })

  it('keep the syntax of a search, in the order of the list', async () => {
    for (const title of ['Red apples', 'Green apples', 'Green pears', 'The Who']) await add(title)
    const expectFound = async () => {
      expect(await find('apples')).toEqual(['Green apples', 'Red apples'])
      expect(await find('apples green')).toEqual(['Green apples'])
      expect(await find('apples -green')).toEqual(['Red apples'])
      expect(await find('red or pears')).toEqual(['Green pears', 'Red apples'])
      expect(await find('"apples green"')).toEqual([])
      expect(await find('Green - apples')).toEqual(['Green apples'])
      expect(await find('the who')).toEqual(['The Who'])
      expect(await find('the')).toEqual(['The Who'])
      expect(await find('-the')).toEqual([])
      expect(await find('!!!')).toEqual([])
    }
    await expectFound()
    await indexAll(stores())
    await expectFound()
  })

  it('narrow the list while somebody types: the last word can be the beginning of a longer one', async () => {
    for (const title of ['Blue zebras', 'Yellow zebras', "O'Zealand's"]) await add(title)
    const expectFound = async () => {
      expect(await find('zeb')).toEqual(['Yellow zebras', 'Blue zebras'])
      expect(await find('yellow zeb')).toEqual(['Yellow zebras'])
      expect(await find('yel zebras')).toEqual([])
      expect(await find('zebras -yel')).toEqual(['Yellow zebras', 'Blue zebras'])
      expect(await find('ze')).toEqual([])
      expect(await find('"blue zeb"')).toEqual([])
      expect(await find('"blue zeb')).toEqual([])
      expect(await find("zeb':*")).toEqual([])
      expect(await find('zealand')).toEqual(["O'Zealand's"])
    }
    await expectFound()
    await indexAll(stores())
    await expectFound()
  })

  it('are found in records that the caller may read alone', async () => {
    await add('A secret kettle', { status: 'DRAFT' })
    await add('A kettle')
    expect(await find('kettle')).toEqual(['A kettle'])
    expect(await find('kettle', 'articles', 'AUTHOR')).toEqual(['A kettle', 'A secret kettle'])
    for (const isPublic of [true, false])
      await stores()
        .records(Memo)
        .add(aRecord(stores(), Memo, { title: 'A kettle', isPublic }))
    expect(await find('kettle', 'memos')).toEqual(['A kettle'])
    await indexAll(stores())
    expect(await find('kettle', 'memos')).toEqual(['A kettle'])
  })

  it('cost a request, and run with the time of searches', async () => {
    const { cost } = await list('articles').list(asCaller(), { parts: [createWordsPart('kettle')] })
    expect(cost).toMatchObject({ price: 1, unserved: null, seeksWords: true })
  })

  it('are found by their index, without a scan of the records', async () => {
    await test.database.session().execute(
      `insert into articles (id, title, content, excerpt, excerpt_derived, status, tags, owner_id, created_at, version)
       select gen_random_uuid(), 'Page ' || n, 'Text.', 'Text.', true, 'PUBLISHED', '{}', ${ada.id}, now(), 1
       from generate_series(1, ${ROWS}) n`,
    )
    await indexAll(stores())
    await test.database.session().execute('vacuum analyze')
    const { where, orderBy } = await list('articles').list(asCaller(), {
      parts: [createWordsPart('nowhere')],
    })
    const query = {
      from: 'articles',
      where,
      orderBy,
      window: { limit: 20, offset: 0 },
      select: { fields: ['id'] },
    }
    const plan = await explain(test.database.session(), queryStatement(new Tables(model), query, null))
    expect(plan.scanned).toEqual([])
    expect(plan.indexes).toContain('search_documents_articles')
    expect(plan.read).toBeLessThan(100)
  }, 120_000)
})
