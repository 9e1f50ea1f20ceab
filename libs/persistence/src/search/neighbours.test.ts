import { and, where, type Condition } from '@content-service/authz'
import { builtInModel, type Records } from '@content-service/domain'
import { TEST_AUDIT_CONTEXT, anArticle, aUser } from '@content-service/domain/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { getTables } from '../reading/tables.ts'
import { createStores } from '../stores.ts'
import { openPglite, openPostgres, type TestDatabase } from '../testing/databases.ts'
import { createLiteralAttempt } from './attempts.ts'
import { MAX_CANDIDATES } from './candidates.ts'
import { createFewHitsStatement } from './hits.ts'

const PUBLISHED: Condition = where<Records['articles']>().status.eq('PUBLISHED')
const WORDS = ['amber', 'basalt', 'chalk', 'dolomit', 'emerald', 'feldspar', 'gneiss', 'hornblend'] as const
const IGNORED = ['the', 'of', 'and']
const RARE = ['zircon', "o'clock", 'https://example.org/a-b', 'post-modern', 'Crème']

/** The same numbers in each run (mulberry32). */
const createDraw = (seed: number) => {
  let state = seed
  return (end: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % end
  }
}

describe.each([
  ['PGlite', openPglite],
  ['PostgreSQL', openPostgres],
] as const)('C5.3 phrases of common words on %s', (_, open) => {
  let test: TestDatabase
  let owner: Awaited<ReturnType<ReturnType<typeof stores>['users']['add']>>
  const draw = createDraw(7)
  const stores = () => createStores(test.database.session(), TEST_AUDIT_CONTEXT)
  const execute = <Row>(statement: string, values: readonly unknown[] = []) =>
    test.database.session().execute<Row[]>(statement, [...values])
  const indexAll = async () => {
    while ((await stores().search.index()) === 'more');
  }
  const find = async (text: string, condition: Condition = and()): Promise<readonly string[]> => {
    const hits = await stores().search.search(text, { ARTICLE: condition }, { limit: 2_000, offset: 0 })
    return hits.map(({ id }) => id)
  }
  const pick = (words: readonly string[]): string => words[draw(words.length)] as string
  /** Rare words are of the last of 20 kinds. */
  const write = (length: number, kinds = 20): string =>
    Array.from({ length }, () => {
      const kind = draw(kinds)
      return kind < 16 ? pick(WORDS) : kind < 19 ? pick(IGNORED) : pick(RARE)
    }).join(' ')
  const add = (title: string, content: string, status: 'DRAFT' | 'PUBLISHED' = 'PUBLISHED') =>
    stores().articles.add(anArticle(stores(), owner.id, { title, content, status }))
  const addMany = (count: number, contents: readonly string[]) =>
    execute(
      `insert into articles (id, title, content, excerpt, excerpt_derived, status, tags, owner_id, created_at, version)
        select gen_random_uuid(), 'Title ' || n, (string_to_array(?, '|'))[1 + n % ?], '', true, 'PUBLISHED', '{}', ?, now(), 1
        from generate_series(1, ?) n`,
      [contents.join('|'), contents.length, owner.id, count],
    )
  const findList = async () =>
    (await execute<{ list: number; words: string[]; lasts: number }>('select * from search_common_words'))[0]
  const explain = async (text: string): Promise<string> => {
    const attempt = createLiteralAttempt(text)
    const search = { attempt, scope: { ARTICLE: and() }, tables: getTables(builtInModel) }
    const statement = createFewHitsStatement(search, { limit: 10, offset: 0 })
    return test.database.session().transactional(async (em) => {
      await em.execute('set local enable_seqscan = off')
      const { rows } = await sql`explain (analyze, costs off) ${statement}`.execute(em.getKysely())
      const lines = (rows as { 'QUERY PLAN': string }[]).map((row) => row['QUERY PLAN'])
      return lines.filter((line) => !line.includes('never executed')).join('\n')
    })
  }

  beforeAll(async () => {
    test = await open()
    owner = await stores().users.add(aUser('ada', 'AUTHOR'), null)
    await addMany(
      1_000,
      Array.from({ length: 50 }, () => write(20, 19)),
    )
    await addMany(500, ['Only some text.'])
    await indexAll()
  }, 120_000)
  afterAll(() => test.close())
  beforeEach(indexAll)

  it('have a list of the words in many articles, and neighbours of these words alone', async () => {
    expect((await findList())?.words).toEqual(expect.arrayContaining([...WORDS]))
    expect((await findList())?.words).not.toContain('zircon')
    expect(await execute('select from search_neighbours where list = 0')).toEqual([])
  })

  it('are found by the index of neighbours, and other searches do not read it', async () => {
    expect(await explain('"amber basalt"')).toContain('search_neighbours_keys')
    for (const text of ['"amber zircon"', 'amber basalt', '"amber basalt" or chalk', '-"amber basalt" chalk'])
      expect(await explain(text)).not.toContain('search_neighbours_keys')
  })

  it('have the same hits with neighbours as without', async () => {
    const added = await Promise.all(Array.from({ length: 40 }, () => add(write(3), write(30))))
    expect(added).toHaveLength(40)
    await indexAll()
    const phrases = Array.from({ length: 60 }, () => `"${write(2 + draw(3))}"`)
    const texts = phrases.map((phrase, n) =>
      n % 6 === 0
        ? `${phrase} -"${write(2)}"`
        : n % 6 === 1
          ? `${phrase} or "${write(2)}"`
          : n % 6 === 2
            ? `${phrase} ${write(1)}`
            : phrase,
    )
    const found = []
    for (const text of texts) found.push(await find(text))
    await execute("update search_common_words set words = '{}'")
    for (const [place, text] of texts.entries())
      expect([text, await find(text)]).toEqual([text, found[place]])
    await execute("update search_common_words set list = list + 1, words = string_to_array(?, ',')", [
      WORDS.join(),
    ])
    expect(found.filter((ids) => ids.length > 0).length).toBeGreaterThan(20)
  })

  it('C1.2 are found at once in a new and in a changed article, and not in a deleted one', async () => {
    const phrase = '"gneiss amber gneiss amber gneiss"'
    const { id } = await add('Title', 'Gneiss amber gneiss amber gneiss.')
    expect(await find(phrase)).toEqual([id])
    await stores().search.index()
    expect(await find(phrase)).toEqual([id])
    await indexAll()
    expect(await find(phrase)).toEqual([id])
    await stores().articles.change(id, (current) => ({
      next: { ...current, content: 'Amber amber amber chalk chalk.' },
    }))
    expect([await find(phrase), await find('"amber amber amber chalk chalk"')]).toEqual([[], [id]])
    await indexAll()
    expect([await find(phrase), await find('"amber amber amber chalk chalk"')]).toEqual([[], [id]])
    await execute('delete from articles where id = ?', [id])
    expect(await find('"amber amber amber chalk chalk"')).toEqual([])
    await indexAll()
    expect(await execute('select from search_neighbours where article_id = ?', [id])).toEqual([])
  })

  it('find only articles that the caller may read', async () => {
    const { id } = await add('Title', 'Chalk emerald chalk emerald chalk emerald.', 'DRAFT')
    await indexAll()
    const phrase = '"chalk emerald chalk emerald chalk emerald"'
    expect([await find(phrase), await find(phrase, PUBLISHED)]).toEqual([[id], []])
    expect(await stores().search.count(phrase, { ARTICLE: PUBLISHED }, 10)).toBe(0)
    expect(await stores().search.count(phrase, { ARTICLE: and() }, 10)).toBe(1)
  })

  it('are found across the title and the text, as in an index with positions', async () => {
    const { id } = await add('Emerald emerald emerald', 'Dolomit dolomit dolomit.')
    await indexAll()
    expect(await find('"emerald emerald emerald dolomit dolomit dolomit"')).toEqual([id])
  })

  it('are found at the last position of an index', async () => {
    const filler = Array.from({ length: 16_380 }, (_, n) => `w${(n + 0x10000).toString(36)}`).join(' ')
    const { id } = await add('Title', `${filler} amber hornblend basalt chalk emerald`)
    await indexAll()
    const place = 'select from search_documents where article_id = ? and document @@ ?::tsquery'
    for (const word of ['hornblend', 'basalt', 'chalk', 'emerald']) {
      const isMatch = (await execute(place, [id, `amber <-> ${word}`])).length > 0
      expect([word, (await find(`"amber ${word}"`)).includes(id)]).toEqual([word, isMatch])
    }
  })

  it('are found while a new list of common words makes all neighbours unknown', async () => {
    const { id } = await add('Title', 'Basalt basalt basalt amber amber amber.')
    await indexAll()
    const before = await findList()
    await addMany(1_500, ['Marble and slate. Slate of marble.'])
    while ((await findList())?.list === before?.list) {
      expect(await find('"basalt basalt basalt amber amber amber"')).toEqual([id])
      await execute('update search_common_words set lasts = least(lasts, 100)')
      await stores().search.index()
    }
    expect((await findList())?.words).toEqual(expect.arrayContaining(['marbl', 'slate']))
    const states = []
    do {
      states.push((await find('"basalt basalt basalt amber amber amber"')).length)
      states.push((await find('"marble and slate slate of marble"')).length)
    } while ((await stores().search.index()) === 'more')
    expect(new Set(states)).toEqual(new Set([1, MAX_CANDIDATES]))
  }, 60_000)

  it('are found after a process was killed during a batch', async () => {
    const { id } = await add('Title', 'Hornblend hornblend hornblend feldspar feldspar.')
    while (
      (await execute<{ outcome: string }>('select index_waiting(1000, 1000000) as outcome'))[0]?.outcome ===
      'more'
    );
    const session = test.database.session()
    await session.begin()
    expect(await createStores(session, TEST_AUDIT_CONTEXT).search.index()).toBe('done')
    await session.rollback()
    const unknown = 'select from search_neighbours where article_id = ? and list = 0'
    expect(await execute(unknown, [id])).toHaveLength(1)
    expect(await find('"hornblend hornblend hornblend feldspar feldspar"')).toEqual([id])
    await indexAll()
    expect(await execute(unknown, [id])).toEqual([])
    expect(await find('"hornblend hornblend hornblend feldspar feldspar"')).toEqual([id])
  })
})
