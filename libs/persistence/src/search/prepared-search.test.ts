import { or, where } from '@content-service/authz'
import { Article, type UserId } from '@content-service/domain'
import type { ArticleRow } from '@content-service/domain/internal/articles'
import type { SearchScope } from '@content-service/domain/internal/search'
import { TEST_AUDIT_CONTEXT, anArticle, aUser, indexWithWords } from '@content-service/domain/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createStores } from '../stores.ts'
import { openPostgres, type TestDatabase } from '../testing/databases.ts'

const article = where<ArticleRow>()
const WINDOW = { limit: 10, offset: 0 }
const SETTINGS = ['statement_timeout', 'jit', 'enable_seqscan', 'synchronize_seqscans']

describe('C5.3 a search for words as typed', () => {
  const statements: string[] = []
  const people: UserId[] = []
  let test: TestDatabase
  const stores = () => createStores(test.database.session(), TEST_AUDIT_CONTEXT)
  const createScope = (id: UserId): SearchScope => ({
    ARTICLE: or(article.status.eq('PUBLISHED'), article.ownerId.eq(id)),
  })
  const search = (text: string, id: UserId) => stores().search.search(text, createScope(id), WINDOW)
  const add = (ownerId: UserId, title: string, status: 'DRAFT' | 'PUBLISHED') =>
    stores()
      .records(Article)
      .add(anArticle(stores(), ownerId, { title, content: 'Slate.', status }))

  beforeAll(async () => {
    test = await openPostgres({ onStatement: (text) => void statements.push(text) })
    for (const name of ['ada', 'bob']) {
      const { id } = await stores().users.add(aUser(name, 'AUTHOR'), null)
      people.push(id)
      await add(id, `Granite of ${name}`, 'DRAFT')
    }
  })
  beforeEach(() => void (statements.length = 0))
  afterAll(() => test.close())

  it('takes one statement, which callers with the same rights share, and each finds the own records', async () => {
    const [ada, bob] = people as [UserId, UserId]
    expect(await search('granite', ada)).toHaveLength(1)
    expect(await search('granite', bob)).toHaveLength(1)
    expect(await search('ada', bob)).toEqual([])
    const selects = statements.filter((text) => text.startsWith('with '))
    expect(new Set(selects.slice(0, 3)).size).toBe(1)
    expect(statements.slice(0, 4).join()).not.toContain('begin')
  })

  it('C1.2 finds the own write at once, and no text of an earlier version', async () => {
    const [ada] = people as [UserId]
    const added = await add(ada, 'Marble', 'PUBLISHED')
    expect(await search('marble', ada)).toHaveLength(1)
    await test.database.session().execute("update articles set title = 'Quartz' where id = ?", [added.id])
    expect(await search('quartz -marble', ada)).toHaveLength(1)
  })

  it('callers with the same rights share the statement of a search with corrections, too', async () => {
    const [ada, bob] = people as [UserId, UserId]
    await add(ada, 'Granite for all', 'PUBLISHED')
    await indexWithWords(stores())
    statements.length = 0
    expect(await search('grnaite', ada)).toHaveLength(2)
    expect(await search('granitee', bob)).toHaveLength(2)
    const widened = statements.filter((text) => text.includes('::tsquery as query'))
    expect([widened.length, new Set(widened).size]).toEqual([2, 1])
  })

  it.each([
    ['-granite', 1],
    ['-granite -quartz', 0],
    ['-the', 0],
    ['-', 0],
  ])('finds the records without excluded words: %j', async (text, count) => {
    expect(await search(text, 4711 as UserId)).toHaveLength(count)
  })

  it('leaves its settings in no connection of the pool', async () => {
    const read = async () => {
      const found = SETTINGS.map((name) => `current_setting('${name}') as ${name}`)
      return test.database.session().execute(`select ${found.join(', ')}, pg_sleep(0.05)`)
    }
    const before = await read()
    await Promise.all(Array.from({ length: 20 }, () => search('granite', people[0] as UserId)))
    for (const after of await Promise.all(Array.from({ length: 10 }, read))) expect(after).toEqual(before)
  })

  it('does not look for few matches again after a search with many', async () => {
    await test.database.session().execute(
      `insert into articles (id, title, content, excerpt, excerpt_derived, status, tags, owner_id, created_at, version)
        select gen_random_uuid(), 'Schist', '', '', true, 'PUBLISHED', '{}', ?, now(), 1 from generate_series(1, 1100)`,
      [people[0]],
    )
    while ((await stores().search.index()) === 'more');
    const countStatements = async () => {
      statements.length = 0
      expect(await search('schist', people[1] as UserId)).toHaveLength(10)
      return statements.filter((text) => text.startsWith('with ')).length
    }
    expect([await countStatements(), await countStatements()]).toEqual([2, 1])
  })

  it('ends after the time of a search', async () => {
    const slow = createStores(test.database.session(), TEST_AUDIT_CONTEXT, { searchTimeoutMs: 1 })
    await test.database.session().execute(
      `insert into articles (id, title, content, excerpt, excerpt_derived, status, tags, owner_id, created_at, version)
        select gen_random_uuid(), 'Slow', repeat('basalt ' || n || ' ', 2000), '', true, 'PUBLISHED', '{}', ?, now(), 1
        from generate_series(1, 40) n`,
      [people[0]],
    )
    const found = slow.search.search('basalt', createScope(people[0] as UserId), WINDOW)
    await expect(found).rejects.toMatchObject({ code: 'TIMEOUT' })
  })
})
