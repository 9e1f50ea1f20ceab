import { and, where, type Condition } from '@content-service/authz'
import { builtInModel } from '@content-service/domain'
import type { Records } from '@content-service/domain/internal/service'
import type { SearchExtent, SearchHit, SearchScope } from '@content-service/domain/internal/search'
import { TEST_AUDIT_CONTEXT, aUser } from '@content-service/domain/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Tables } from '../tables/tables.ts'
import { createStores, type StoreOptions } from '../stores.ts'
import { SAMPLED_DATABASES, openPostgres, type TestDatabase } from '../testing/databases.ts'
import { createLiteralAttempt } from './attempts.ts'
import { MAX_CANDIDATES } from './candidates.ts'
import { createFewHitsStatement, createManyHitsStatement } from './hits.ts'

const PUBLISHED: Condition = where<Records['articles']>().status.eq('PUBLISHED')
const MANY = MAX_CANDIDATES + 500

const addUser = async (test: TestDatabase): Promise<number> =>
  (await createStores(test.database.session(), TEST_AUDIT_CONTEXT).users.add(aUser('ada', 'AUTHOR'), null)).id

interface Articles {
  readonly title: string
  readonly content: string
  readonly status: string
  readonly count: number
}

const addArticles = async (test: TestDatabase, owner: number, articles: Articles): Promise<void> => {
  const { title, content, status, count } = articles
  await test.database.session().execute(
    `insert into articles (id, title, content, excerpt, excerpt_derived, status, tags, owner_id, created_at, version)
      select gen_random_uuid(), ?, ?, '', true, ?, '{}', ?, now(), 1 from generate_series(1, ?)`,
    [title, content, status, owner, count],
  )
}

const createSearch = (test: TestDatabase, options?: StoreOptions) =>
  createStores(test.database.session(), TEST_AUDIT_CONTEXT, options).search

const listTitles = async (test: TestDatabase, text: string, scope: SearchScope, limit: number) => {
  const hits = await createSearch(test).search(text, scope, { limit, offset: 0 })
  const ids = JSON.stringify(hits.map(({ id }) => id))
  const rows = await test.database
    .session()
    .execute<{ title: string }[]>(
      'select title from json_array_elements_text(?::json) with ordinality given(id, place) join articles a on a.id = given.id::uuid order by place',
      [ids],
    )
  return rows.map(({ title }) => title)
}

describe.each(SAMPLED_DATABASES)('C5.3 a search for a common word on %s', (_, open) => {
  let test: TestDatabase

  beforeAll(async () => {
    test = await open()
    const owner = await addUser(test)
    const add = (title: string, content: string, status = 'PUBLISHED', count = 1) =>
      addArticles(test, owner, { title, content, status, count })
    await add('Text', 'Everybody writes about granite.', 'PUBLISHED', MANY)
    await add('Granite', 'One word.')
    await add('Text', 'Basalt and marble.', 'PUBLISHED', 5)
    await add('Basalt', 'All about marble.', 'PUBLISHED', MANY)
    await add('Basalt and marble', 'Both words.')
    await add('Secret slate', 'Hidden.', 'DRAFT', MANY)
    await add('Secret', 'Hidden slate.', 'DRAFT', MANY)
    await add('Text', 'Open slate.')
    await add('Open slate', 'Readable.')
    // The words stand close together in the first half of the texts, and one word is more often in the others.
    await test.database.session().execute(
      `insert into articles (id, title, content, excerpt, excerpt_derived, status, tags, owner_id, created_at, version)
        select gen_random_uuid(), (array['Text', 'Gabbro', 'Gneiss'])[1 + n % 3],
          'Gabbro ' || repeat('filler ', case n % 2 when 0 then n % 7 else 40 end) || 'gneiss ' || repeat('filler ', 30)
            || 'gabbro' || repeat(repeat(' filler', 30) || ' gabbro', n % 2),
          '', true, 'PUBLISHED', '{}', ?, now(), 1 from generate_series(1, ?) n`,
      [owner, MANY],
    )
    while ((await createSearch(test).index()) === 'more');
    await test.database.session().execute('analyze')
  }, 120_000)
  afterAll(() => test.close())

  it('ranks title matches first, at any place in the table', async () => {
    expect(await listTitles(test, 'granite', { ARTICLE: and() }, 2)).toEqual(['Granite', 'Text'])
  })

  it('ranks a title with all words before titles with one of the words', async () => {
    const titles = await listTitles(test, 'basalt marble -feldspar', { ARTICLE: and() }, MANY * 2)
    expect([titles[0], titles[1], titles.at(-1)]).toEqual(['Basalt and marble', 'Basalt', 'Text'])
    expect(titles).toHaveLength(1 + MAX_CANDIDATES + 5)
  })

  it('never hides a permitted record behind forbidden records', async () => {
    expect(await listTitles(test, 'slate', { ARTICLE: PUBLISHED }, 10)).toEqual(['Open slate', 'Text'])
    expect(await createSearch(test).count('slate', { ARTICLE: PUBLISHED }, 10_001)).toBe(2)
  })

  it('ranks a bounded number of records, and counts all of them', async () => {
    const all = await createSearch(test).search('granite', { ARTICLE: and() }, { limit: 10_000, offset: 0 })
    expect(all).toHaveLength(MAX_CANDIDATES + 1)
    expect(await createSearch(test).count('granite', { ARTICLE: and() }, 10_001)).toBe(MANY + 1)
    const everything = { ARTICLE: and(), USER: and(), COMMENT: and(), PRODUCT: and() }
    expect(await createSearch(test).count('granite', everything, 10_001)).toBe(MANY + 1)
    expect(await createSearch(test).count('granite', everything, 10)).toBe(10)
  })

  it.each(['gabbro gneiss', 'gabbro or gneiss', 'gabbro', 'basalt marble'])(
    'pages of %j are parts of the whole list',
    async (text) => {
      const search = (extent: Partial<SearchExtent>) =>
        createSearch(test).search(text, { ARTICLE: and() }, { limit: 10_000, offset: 0, ...extent })
      const all = await search({})
      expect(all.length).toBeGreaterThan(MAX_CANDIDATES)
      for (const limit of [1, 10])
        for (const offset of [0, 7, 500, 990, all.length - 3])
          expect(await search({ limit, offset })).toEqual(all.slice(offset, offset + limit))
      for (const place of [0, 3, 499, 995, all.length - 2]) {
        const after = all[place] as SearchHit
        expect(await search({ limit: 10, after })).toEqual(all.slice(place + 1, place + 11))
      }
    },
  )

  interface Plan {
    readonly 'Node Type': string
    readonly 'Relation Name'?: string
    readonly 'Subplan Name'?: string
    readonly 'Index Name'?: string
    readonly 'Actual Rows': number
    readonly 'Actual Loops': number
    readonly Plans?: readonly Plan[]
  }
  const collectNodes = (plan: Plan): readonly Plan[] => [plan, ...(plan.Plans ?? []).flatMap(collectNodes)]
  const explain = async (
    text: string,
    createStatement: typeof createFewHitsStatement | typeof createManyHitsStatement = createManyHitsStatement,
    { limit = 10, scope = { ARTICLE: and() } as SearchScope } = {},
  ): Promise<readonly Plan[]> => {
    const hits = createStatement(
      { attempt: createLiteralAttempt(text), scope, tables: new Tables(builtInModel) },
      { limit, offset: 0 },
    )
    return test.database.session().transactional(async (em) => {
      // PostgreSQL then chooses a merge join if the statement allows the choice.
      await em.execute('set local enable_nestloop = off')
      await em.execute('set local enable_hashjoin = off')
      // As in a table of many documents.
      await em.execute('set local enable_seqscan = off')
      const { rows } = await sql`explain (analyze, format json) ${hits}`.execute(em.getKysely())
      const [{ 'QUERY PLAN': plans }] = rows as [{ 'QUERY PLAN': readonly { readonly Plan: Plan }[] }]
      return plans.flatMap(({ Plan: plan }) => collectNodes(plan))
    })
  }

  it.each([
    ['a word that nobody wrote', 'zeppelin', 0],
    ['a word in most texts', 'granite', MAX_CANDIDATES + 1],
  ])('reads no more records than it ranks for %s', async (_, text, most) => {
    const nodes = await explain(text)
    const reads = nodes.filter((node) => node['Relation Name'] === 'articles')
    expect(nodes.map((node) => node['Node Type'])).not.toContain('Merge Join')
    expect(reads.reduce((sum, node) => sum + node['Actual Rows'] * node['Actual Loops'], 0)).toBe(most)
  })

  /** The indexes that the plan has read, and the number of rows of articles. */
  const listReads = (nodes: readonly Plan[]) => {
    const read = nodes.filter((node) => node['Actual Loops'] > 0)
    const names = read
      .flatMap((node) => node['Index Name'] ?? [])
      .filter((name) => name.startsWith('search_'))
    const articles = read.filter((node) => node['Relation Name'] === 'articles')
    const rows = articles.reduce((sum, node) => sum + node['Actual Rows'] * node['Actual Loops'], 0)
    return { indexes: [...new Set(names)].toSorted(), rows }
  }

  it('reads the documents of a word in few texts from the index of the type, and only the records of the page', async () => {
    const nodes = await explain('readable or basalt -marble', createFewHitsStatement)
    expect(listReads(nodes)).toEqual({ indexes: ['search_documents_articles'], rows: 1 })
    expect(nodes.map((node) => node['Node Type'])).not.toContain('Merge Join')
    const page = await createSearch(test).search(
      'readable or basalt -marble',
      { ARTICLE: and() },
      { limit: 10, offset: 0 },
    )
    expect(page).toHaveLength(1)
  })

  it.each([
    ['the word', 'slate', MAX_CANDIDATES],
    ['one of the words', 'slate or secret', MAX_CANDIDATES],
  ])('reads no texts if records with %s in their titles fill the page', async (_, text, rows) => {
    expect(listReads(await explain(text))).toEqual({ indexes: ['search_documents_titles'], rows })
  })

  it('does not look for titles with some of the words if only one word is sought', async () => {
    const countScans = async (text: string) => {
      const nodes = await explain(text)
      const scans = nodes.filter(({ 'Index Name': name }) => name === 'search_documents_titles')
      return scans.filter((node) => node['Actual Loops'] > 0).length
    }
    expect([await countScans('slate -feldspar'), await countScans('slate open')]).toEqual([1, 2])
  })

  it('does not look for users among the titles of all types', async () => {
    const nodes = await explain('slate', createManyHitsStatement, { scope: { USER: and() } })
    expect(listReads(nodes).indexes).not.toContain('search_documents_titles')
  })

  it('ranks no document whose title cannot bring it to the page', async () => {
    const nodes = await explain('basalt marble', createManyHitsStatement, { limit: 1 })
    const rowsOf = (name: string) =>
      nodes.find((node) => node['Subplan Name'] === `CTE ${name}`)?.['Actual Rows']
    expect([rowsOf('by_title'), rowsOf('titled')]).toEqual([1 + MAX_CANDIDATES, 1])
  })
})

describe('a search that takes too long on PostgreSQL', () => {
  it('ends after its own time, with a message that says how to change the search', async () => {
    const test = await openPostgres()
    await test.database.session().transactional(async (em) => {
      await em.execute('lock table search_documents')
      const search = createSearch(test, { searchTimeoutMs: 100 })
      const extent = { limit: 10, offset: 0 }
      for (const run of [
        () => search.search('word', { ARTICLE: and() }, extent),
        () => search.count('word', { ARTICLE: and() }, 10),
      ])
        await expect(run()).rejects.toMatchObject({
          code: 'TIMEOUT',
          message: expect.stringContaining('Search for less common words or for fewer types'),
        })
    })
    await test.close()
  })
})
