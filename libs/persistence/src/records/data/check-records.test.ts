import {
  Article,
  builtInModel,
  contentModel,
  extendType,
  field,
  record,
  type RecordType,
} from '@content-service/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrateTypes, openPglite, openPostgres, type TestDatabase } from '../../testing/databases.ts'
import { BrokenRules } from './broken-rules.ts'
import { checkRecords, countBatch, hasRules } from './check-records.ts'
import { isCompared, noteCompared } from './compared-words.ts'

const about = 'A test.'
const optional = { about, optional: true } as const
const rights = { read: { GUEST: 'all' }, write: { EDITOR: 'all' } } as const

interface Limits {
  readonly most: number
  readonly words?: readonly string[]
  readonly isChecked?: boolean
}

/** A type with narrow or wide limits, for the same tables. */
const createModel = ({ most, words = ['NEW', 'OLD'], isChecked = false }: Limits) => {
  const Note = record({
    name: 'Note',
    plural: 'notes',
    about,
    allowed: rights,
    fields: {
      title: field.line(most, { about, ...(most < 80 && { pattern: '[a-z0-9 ]+' }) }),
      copies: field.integer(0, most, optional),
      price: field.decimal(9, 2, { ...optional, most: `${most}` }),
      day: field.date(optional),
      at: field.time({ ...optional, ...(most < 80 && { least: '2026-01-01T00:00:00Z' }) }),
      site: field.url(optional),
      labels: field.tags({ about }),
      extra: field.json({ schema: { type: 'object', maxProperties: most }, ...optional }),
      parts: field.list(field.group({ text: field.line(most, { about }) }, { about }), { about, most }),
      stage: field.state(words, { about }),
    },
    ...(isChecked && {
      check: ({ title, copies }: { title: string; copies: number | null }) =>
        (copies ?? 0) > title.length
          ? [{ path: ['copies'], message: `has more than ${title.length} copies` }]
          : [],
    }),
    operations: (on: (options: object) => unknown) => ({
      age: on({ about, permission: 'write', to: words[1] ?? words[0] }),
    }),
  } as never) as RecordType
  return contentModel([...builtInModel.types, Note])
}

const wide = createModel({ most: 80 })
const narrow = createModel({ most: 5 })
const checked = createModel({ most: 80, isChecked: true })

describe.each([
  ['PGlite', openPglite],
  ['PostgreSQL', openPostgres],
] as const)('C17.10 records and the rules of their declarations on %s', (_, open) => {
  let test: TestDatabase
  const check = (model: typeof wide, onBatch?: Parameters<typeof checkRecords>[2]) =>
    checkRecords(test.database.session(), model.typeNamed('Note'), onBatch)

  const insert = (count: number, values: string) =>
    test.database.session().execute(
      `insert into notes (id, title, copies, price, day, at, site, labels, extra, parts, stage, created_at, version)
        select ('01890000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, ${values}, 'NEW', now(), 1
        from generate_series(1, ${count}) n`,
    )

  beforeAll(async () => {
    test = await open({ model: wide })
    await migrateTypes(test.database, wide)
    await insert(
      1_203,
      `case when n % 2 = 0 then 'fine' else 'Too long ' || n end, n % 7, n % 7, '2026-11-20', '2025-12-31T23:59:59Z',
        'https://a.example', '{a}', '{"a": 1}',
        case when n <= 2 then '[{"key": "a", "text": "b"}, {"key": "c", "text": "too long"}]' else '[]' end::jsonb`,
    )
  })
  afterAll(() => test.close())

  it('finds nothing in records that keep all rules', async () => {
    let records = 0
    expect(await check(wide, (batch) => void (records += batch.records))).toEqual([])
    expect(records).toBe(1_203)
  })

  it('says how many records break each rule, with three of them', async () => {
    const found = await check(narrow)
    expect(found).toHaveLength(5)
    expect(found).toContainEqual({
      path: 'title',
      message: 'must have at most 5 characters',
      records: 602,
      examples: [1, 3, 5].map((n) => `01890000-0000-7000-8000-00000000000${n}`),
    })
    expect(found.map(({ path, records }) => [path, records]).toSorted()).toEqual([
      ['at', 1_203],
      ['copies', 172],
      ['parts.text', 2],
      ['price', 172],
      ['title', 602],
    ])
  })

  it('runs the check of the type on each record, and counts one rule for messages that differ in numbers', async () => {
    await test.database.session().execute("update notes set title = 'abc', copies = 9 where copies = 3")
    const found = await check(checked)
    expect(found).toMatchObject([{ path: 'copies', message: 'has more than 3 copies', records: 344 }])
  })

  it('is not asked for the types of the service, but for the fields that a team adds', () => {
    expect(wide.types.filter(hasRules).map(({ name }) => name)).toEqual(['Product', 'Category', 'Note'])
  })

  it('asks for the fields that a team adds to a type of the service', async () => {
    const motto = (most: number) =>
      extendType(Article, { fields: { motto: field.line(most, { about, optional: true }) } })
    const extended = contentModel([...builtInModel.types.filter(({ name }) => name !== 'Article'), motto(80)])
    expect(extended.types.filter(hasRules).map(({ name }) => name)).toContain('Article')
    await migrateTypes(test.database, extended)
    const em = test.database.session()
    await em.execute(`insert into articles (id, title, content, excerpt, excerpt_derived, status, tags, owner_id, motto, created_at, version)
      values (gen_random_uuid(), '', 'Text', 'Text', true, 'PUBLISHED', '{}', 1, 'Too long', now(), 1)`)
    expect(await checkRecords(em, extended.typeNamed('Article'))).toEqual([])
    expect(await checkRecords(em, motto(5))).toMatchObject([{ path: 'motto', records: 1 }])
    await em.execute('delete from articles')
    await em.execute('alter table articles drop column motto')
  })

  it('compares words once for each declaration, and again after another version', async () => {
    const em = test.database.session()
    const next = createModel({ most: 80, words: ['NEW', 'OLD', 'LOST'] })
    expect(await isCompared(em, wide)).toBe(false)
    await noteCompared(em, wide, false)
    expect([await isCompared(em, wide), await isCompared(em, narrow), await isCompared(em, next)]).toEqual([
      true,
      true,
      false,
    ])
    await noteCompared(em, next, false)
    expect([await isCompared(em, wide), await isCompared(em, next)]).toEqual([false, true])
    await noteCompared(em, next, true)
    expect(await isCompared(em, next)).toBe(false)
  })
})

describe('the memory of a check', () => {
  it('has fewer records of long texts at a time', () => {
    const create = (most: number) =>
      record({
        name: 'Page',
        plural: 'pages',
        about,
        allowed: rights,
        fields: { title: field.line(80, { about }), text: field.text(most, { about }) },
      })
    expect([80, 100_000, 20_000_000].map((most) => countBatch(create(most)))).toEqual([500, 312, 1])
  })

  it('has at most 101 rules, whatever a check writes', () => {
    const broken = new BrokenRules()
    for (let n = 0; n < 1_000; n += 1) {
      const word = String(n).replaceAll(/\d/g, (digit) => String.fromCharCode(97 + Number(digit)))
      broken.note(n, [{ path: ['a', n], message: `is ${word}` }])
    }
    const rules = broken.list()
    expect(rules).toHaveLength(101)
    expect(rules.at(-1)).toMatchObject({ path: '', records: 900, examples: ['100', '101', '102'] })
  })

  it('counts a record once for a rule that several of its parts break', () => {
    const broken = new BrokenRules()
    broken.note('x', [
      { path: ['parts', 0, 'text'], message: 'is long' },
      { path: ['parts', 1, 'text'], message: 'is long' },
    ])
    expect(broken.list()).toEqual([{ path: 'parts.text', message: 'is long', records: 1, examples: ['x'] }])
  })
})
