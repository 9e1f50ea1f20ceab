import { and, type Condition } from '@content-service/authz'
import { builtInModel, contentModel, field, record, type RecordOf } from '@content-service/domain'
import { readSearchedTexts, type SearchedType } from '@content-service/domain/internal/model'
import { aRecord, indexWithWords, TEST_AUDIT_CONTEXT } from '@content-service/domain/testing'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countRuns } from '../../../../tools/check/long-tests.ts'
import { selectTexts } from '../documents/searched-texts.ts'
import { compareModel } from '../records/compare-tables.ts'
import { findRow } from '../statements/sql.ts'
import { createStores } from '../stores.ts'
import { migrateTypes, openPglite, openPostgres, type TestDatabase } from '../testing/databases.ts'
import { SqlTransferStore } from '../transfer/transfer-store.ts'

const about = 'A test.'
const { blocks, group, line, list, markdown, text } = field
const Page = record({
  name: 'Page',
  plural: 'pages',
  about,
  allowed: { read: { GUEST: 'all' }, write: { ADMIN: 'all' } },
  fields: {
    name: line(80, { about }),
    aliases: list(line(80, { about, search: 'B' }), { about }),
    seo: group(
      {
        headline: line(80, { about, optional: true, search: 'A' }),
        secret: line(80, { about, optional: true }),
        more: group({ note: text(500, { about, search: 'D' }) }, { about, optional: true }),
      },
      { about, optional: true },
    ),
    steps: list(
      group(
        {
          text: text(2_000, { about, search: 'D' }),
          words: list(line(80, { about, search: 'B' }), { about }),
        },
        { about },
      ),
      { about },
    ),
    bodyParts: blocks(
      {
        paragraph: { text: markdown(500_000, { about, search: 'D' }) },
        code: { text: text(5_000, { about }) },
        gallery: { pictures: list(group({ alt: line(200, { about, search: 'D' }) }, { about }), { about }) },
      },
      { about },
    ),
  },
})
type Page = RecordOf<typeof Page>
const model = contentModel([...builtInModel.types, Page])
const searched = model.searches.find(({ name }) => name === 'Page') as SearchedType

const WEIGHTS = ['A', 'B', 'D'] as const

const FULL: Partial<Page> = {
  aliases: ['Albatross', 'Bittern'],
  seo: { headline: 'Cormorant', secret: 'Hidden1', more: { note: 'Dunlin' } },
  steps: [
    { key: 'a', text: 'Egret', words: ['Fulmar', 'Gannet'] },
    { key: 'b', text: 'Heron', words: [] },
  ],
  bodyParts: [
    { type: 'paragraph', key: 'a', text: '# Ibis\n\nA **jackdaw** and a [kestrel](https://x.example)' },
    { type: 'code', key: 'b', text: 'Hidden2' },
    { type: 'gallery', key: 'c', pictures: [{ key: 'a', alt: 'Lapwing' }] },
  ],
}
const FOUND =
  'Albatross Bittern Cormorant Dunlin Egret Fulmar Gannet Heron Ibis jackdaw kestrel Lapwing'.split(' ')
const EXTENT = { limit: 10, offset: 0 }

describe.each([
  ['PGlite', openPglite],
  ['PostgreSQL', openPostgres],
] as const)('C16.1 search in parts on %s', (_, open) => {
  let test: TestDatabase
  beforeAll(async () => {
    test = await open({ model })
    await migrateTypes(test.database, model)
  })
  afterAll(() => test.close())

  const stores = () => createStores(test.database.session(), TEST_AUDIT_CONTEXT, { model })
  const index = () => indexWithWords(stores(), { policy: model.policy, model })
  const execute = <Row>(statement: string, values: readonly unknown[] = []) =>
    test.database.session().execute<Row[]>(statement, [...values])
  const add = (values: Partial<Page> = {}) =>
    stores()
      .records(Page)
      .add(aRecord(stores(), Page, { name: 'A page', ...values }))
  const search = (words: string, scope: Condition = and()) =>
    stores().search.search(words, { PAGE: scope }, { ...EXTENT, withSnippets: true })
  const find = async (words: string) => (await search(words)).map(({ id }) => id)

  it('has the parts in the arguments of a trigger, which the database keeps', async () => {
    expect((await compareModel(test.database.session(), model)).differences).toEqual([])
    const [trigger] = await execute<{ arguments: string }>(
      `select substring(pg_get_triggerdef(oid) from 'search_record.*') as arguments from pg_trigger where tgname = 'search_pages'`,
    )
    expect(trigger?.arguments).toBe(
      `search_record('PAGE', '{seo.headline}', '{aliases,steps.words}', '{seo.more.note,steps.text,body_parts[paragraph].text,body_parts[gallery].pictures.alt}')`,
    )
  })

  it('finds a record by the words of its searched parts, before and after they are indexed, and by no others', async () => {
    const { id } = await add(FULL)
    const findAll = () => Promise.all(FOUND.map(find))
    const all = FOUND.map(() => [id])
    expect(await findAll()).toEqual(all)
    await index()
    expect(await execute('select from search_waiting')).toEqual([])
    expect(await findAll()).toEqual(all)
    expect(await Promise.all(['Hidden1', 'Hidden2', 'paragraph', 'a1'].map(find))).toEqual([[], [], [], []])
    await stores()
      .records(Page)
      .remove(id, () => undefined)
    await index()
    expect(await find('Dunlin')).toEqual([])
  })

  it('ranks by the weights, shows the words in snippets, and corrects misspelt words', async () => {
    const low = await add({
      ...FULL,
      seo: null,
      bodyParts: [{ type: 'paragraph', key: 'a', text: 'An oystercatcher' }],
    })
    const high = await add({ seo: { headline: 'Oystercatcher', secret: null, more: null } })
    await index()
    expect(await find('oystercatcher')).toEqual([high.id, low.id])
    const hits = await search('oystercatcher')
    expect(hits.map(({ snippet }) => snippet)).toEqual([
      expect.stringMatching(/^.Oystercatcher.$/),
      expect.stringMatching(/An .oystercatcher./),
    ])
    expect(await find('oystercather')).toEqual([high.id, low.id])
    for (const { id } of [low, high])
      await stores()
        .records(Page)
        .remove(id, () => undefined)
    await index()
    expect(await find('oystercather')).toEqual([])
  })

  it('follows a change of the parts, and a list finds its words, too', async () => {
    const { id } = await add(FULL)
    await index()
    const list = async (words: string) =>
      (
        await stores().reader.find({
          from: 'pages',
          where: { op: 'eq', attribute: '@words', value: words },
          orderBy: [],
          window: { limit: 5, offset: 0 },
          select: { fields: ['id'] },
        })
      ).map((row) => row['id'])
    expect([await list('jackdaw'), await list('lapw')]).toEqual([[id], [id]])
    await stores()
      .records(Page)
      .change(id, (current) => ({
        ...current,
        version: 2,
        bodyParts: [{ type: 'paragraph', key: 'a', text: 'Nightjar' }],
      }))
    expect([
      await list('jackdaw'),
      await list('nightj'),
      await find('jackdaw'),
      await find('nightjar'),
    ]).toEqual([[], [id], [], [id]])
    await index()
    expect([
      await list('jackdaw'),
      await list('nightj'),
      await find('jackdaw'),
      await find('nightjar'),
    ]).toEqual([[], [id], [], [id]])
    await stores()
      .records(Page)
      .remove(id, () => undefined)
  })

  it('finds records that are older than the search', async () => {
    const { id } = await add(FULL)
    await execute('drop trigger search_pages on pages')
    await execute("delete from search_waiting where type = 'PAGE'")
    await migrateTypes(test.database, model)
    await index()
    expect(await find('jackdaw')).toEqual([id])
    await stores()
      .records(Page)
      .remove(id, () => undefined)
  })

  it('takes a record of 1 MiB, and finds the first words of it', async () => {
    const words = Array.from({ length: 70_000 }, (_each, place) => `w${place.toString(36)}q`).join(' ')
    const long = words.slice(0, 480_000)
    const bodyParts = ['a', 'b'].map((key) => ({ type: 'paragraph', key, text: long }) as const)
    const { id } = await add({ bodyParts })
    expect(await find('w1q')).toEqual([id])
    await index()
    expect(await find('w1q')).toEqual([id])
    await stores()
      .records(Page)
      .remove(id, () => undefined)
    await index()
  })

  it('an import indexes the parts as the queue does', async () => {
    await execute('delete from search_words')
    await execute('delete from search_documents')
    const line = { type: 'page', ref: 'full', name: 'A page', ...FULL }
    expect(await new SqlTransferStore(test.database.session(), model).write([line as never])).toEqual([
      { kind: 'added' },
    ])
    const readIndex = async () => [
      await execute("select id, document::text from search_documents where type = 'PAGE' order by 1"),
      await execute('select word from search_words order by 1'),
    ]
    const written = await readIndex()
    await execute('delete from search_words')
    await execute('delete from search_documents')
    await execute('update pages set body_parts = body_parts')
    await index()
    expect(written).toEqual(await readIndex())
    expect(written[1]).toEqual(expect.arrayContaining([{ word: 'lapwing' }, { word: 'cormorant' }]))
    await execute('delete from pages')
    await index()
  })

  it('PostgreSQL reads the same texts as the code of the service', async () => {
    const word = fc.constantFrom('', 'a', '"b"', 'c\\', "d'", '$.e', '[f]', '{g}', '<i>h</i>', 'ß 😀', '?')
    const optional = fc.option(word, { nil: null })
    const key = fc.uuid()
    const part = fc.oneof(
      fc.record({ type: fc.constant('paragraph'), key, text: word }),
      fc.record({ type: fc.constant('code'), key, text: word }),
      fc.record({
        type: fc.constant('gallery'),
        key,
        pictures: fc.array(fc.record({ key, alt: word }), { maxLength: 3 }),
      }),
    )
    const more = fc.option(fc.record({ note: word }), { nil: null })
    const values = fc.record({
      aliases: fc.array(word, { maxLength: 3 }),
      seo: fc.option(fc.record({ headline: optional, secret: optional, more }), { nil: null }),
      steps: fc.array(fc.record({ key, text: word, words: fc.array(word, { maxLength: 3 }) }), {
        maxLength: 3,
      }),
      bodyParts: fc.array(part, { maxLength: 3 }),
    })
    const read = (given: object) => {
      const { aliases, seo, steps, bodyParts } = given as Page
      const json = (value: unknown) => sql`${value === null ? null : JSON.stringify(value)}::jsonb`
      return findRow(
        test.database.session(),
        sql<{
          texts: readonly (string | null)[]
        }>`select array[${sql.join(WEIGHTS.flatMap((weight) => selectTexts(searched, weight)))}] as texts
          from (select ${sql.val(aliases)}::text[] as aliases, ${json(seo)} as seo, ${json(steps)} as steps, ${json(bodyParts)} as body_parts) t`,
      )
    }
    const readHere = (given: Readonly<Record<string, unknown>>) =>
      WEIGHTS.flatMap((weight) => {
        const texts = searched.texts.filter((each) => each.weight === weight)
        return [...Map.groupBy(texts, ({ attribute }) => attribute).values()].map((all) =>
          all.flatMap((each) => readSearchedTexts(each, given[each.attribute])).join(' '),
        )
      })
    await fc.assert(
      fc.asyncProperty(values, async (given) => {
        expect((await read(given))?.texts.map((each) => each ?? '')).toEqual(readHere(given))
      }),
      { numRuns: countRuns({ short: 60, long: 2_000 }) },
    )
  })
})
