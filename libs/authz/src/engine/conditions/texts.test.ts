import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { defaultsOf } from '../../defaults/index.ts'
import {
  type Condition,
  type Subject,
  InvalidPolicy,
  and,
  attrs,
  definePolicy,
  holds,
  matcher,
  not,
  subject,
  textFunction,
  where,
} from '../../index.ts'
import { describe as inWords } from '../../explain/index.ts'
import { parsePolicy, toJson } from '../../json/index.ts'
import { toMongo } from '../../mongo/index.ts'
import { pack, unpack } from '../../pack/index.ts'
import { toSql } from '../../sql/index.ts'
import { truthOf } from '../../../tests/support/oracle.ts'

interface Event {
  readonly title: string
  readonly startsAt: Date
  readonly endsAt: Date
  readonly venue: { readonly opensAt: Date; readonly closesAt: Date; readonly name: string } | null
}
const e = where<Event>()
const s = subject<Subject & { word: string }>()
const at = (hour: number) => new Date(Date.UTC(2026, 0, 1, hour))
const fold = textFunction('fold', (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase())

describe('a comparison of two attributes', () => {
  const isBefore = e.startsAt.lt(e.endsAt)

  it.each<[string, Condition, object, boolean | 'unknown']>([
    ['a smaller value', isBefore, { startsAt: at(1), endsAt: at(2) }, true],
    ['an equal value', isBefore, { startsAt: at(1), endsAt: at(1) }, false],
    ['null on the left', isBefore, { startsAt: null, endsAt: at(1) }, false],
    ['null on the right', isBefore, { startsAt: at(1), endsAt: null }, false],
    ['an absent attribute', isBefore, { startsAt: at(1) }, 'unknown'],
    ['an absent attribute beside null', e.startsAt.ne(e.endsAt), { endsAt: null }, 'unknown'],
    ['values of two kinds', isBefore, { startsAt: at(1), endsAt: 5 }, 'unknown'],
    ['equality', e.startsAt.eq(e.endsAt), { startsAt: at(1), endsAt: at(1) }, true],
    ['inequality with null', e.startsAt.ne(e.endsAt), { startsAt: null, endsAt: at(1) }, true],
    [
      'attributes of one linked object',
      e.venue.opensAt.lt(e.venue.closesAt),
      { venue: { opensAt: at(1), closesAt: at(2) } },
      true,
    ],
    ['attributes of an object that is null', e.venue.opensAt.ne(e.venue.closesAt), { venue: null }, false],
  ])('%s', (_, condition, row, expected) => {
    expect(truthOf(condition, row as never, {})).toBe(expected)
    expect(holds(condition, row)).toBe(expected === true)
    expect(holds(not(condition), row)).toBe(expected === false)
  })

  it('of the same row can come from two calls of where', () => {
    const isShort = where<Event>().startsAt.eq(where<Event>().endsAt)
    expect(holds(isShort, { startsAt: at(1), endsAt: at(1) })).toBe(true)
    expect(() => where<Event>().startsAt.eq(e.venue.opensAt)).toThrow('compare attributes of the same object')
  })

  it('is never made of a value from outside', () => {
    const input = { attribute: 'title' } as never
    expect(holds(e.title.eq(input), { title: 'x' })).toBe(false)
    expect(holds(not(e.title.eq(input)), { title: 'x' })).toBe(false)
  })

  it('is refused between different objects', () => {
    expect(() =>
      definePolicy()({
        resources: { events: ['read'] },
        attributes: { events: attrs<Event>() },
        roles: { R: { rules: (b) => b.allow('events:read', (x) => x.startsAt.lt(x.venue.opensAt)) } },
      }),
    ).toThrow('"startsAt" and "venue.opensAt" are not two attributes of one object')
  })

  it('needs kinds in SQL, and then compares them exactly', () => {
    expect(() => toSql(isBefore, { dialect: 'postgresql' })).toThrow(
      new InvalidPolicy([
        {
          path: 'startsAt',
          message:
            "no comparison with \"endsAt\" is exact without their kinds; declare kinds of one type: attrs({ startsAt: 'timestamp', endsAt: 'timestamp' })",
        },
      ]),
    )
    const known = where<{ a: number; b: number }>({ a: 'integer', b: 'bigint' })
    expect(toSql(known.a.lte(known.b), { dialect: 'postgresql' }).text).toBe('("a" <= "b")')
    expect(toSql(not(known.a.lte(known.b)), { dialect: 'postgresql' }).text).toBe(
      '("b" is null or ("a" is null) or ("a" > "b"))',
    )
    const mixed = where<{ a: number; b: number }>({ a: 'integer', b: 'float' })
    expect(() => toSql(mixed.a.lte(mixed.b), { dialect: 'postgresql' })).toThrow(InvalidPolicy)
  })

  it('is said in words, and refused by name where a database cannot say it', () => {
    expect(inWords(isBefore)).toBe('startsAt < endsAt')
    expect(() => toMongo(isBefore)).toThrow('startsAt: no filter of find compares it with "endsAt" exactly')
  })
})

describe('texts', () => {
  it.each<[string, Condition, unknown, boolean | 'unknown']>([
    ['startsWith', e.title.startsWith('ab'), 'abc', true],
    ['startsWith in the middle', e.title.startsWith('bc'), 'abc', false],
    ['startsWith of another case', e.title.startsWith('AB'), 'abc', false],
    ['endsWith', e.title.endsWith('bc'), 'abc', true],
    ['endsWith in the middle', e.title.endsWith('ab'), 'abc', false],
    ['endsWith before a line break', e.title.endsWith('abc'), 'abc\n', false],
    ['endsWith a longer text', e.title.endsWith('xabc'), 'abc', false],
    ['endsWith nothing', e.title.endsWith(''), 'abc', true],
    ['endsWith half of a surrogate pair', e.title.endsWith('\ude00'), '😀', false],
    ['endsWith a value of the subject', e.title.endsWith(s.word), 'a word', true],
    ['endsWith of null', e.title.endsWith(''), null, false],
    ['endsWith of a number', e.title.endsWith('1'), 1, 'unknown'],
    ['includes', e.title.includes('b'), 'abc', true],
    ['includes nothing', e.title.includes(''), '', true],
    ['includes a wildcard of like', e.title.includes('%'), 'abc', false],
    ['includes half of a surrogate pair', e.title.includes('\ud83d'), '😀', false],
    ['includes an accent that is a character of its own', e.title.includes('e'), 'é', false],
    ['null', e.title.includes('a'), null, false],
    ['a number', e.title.includes('1'), 1, 'unknown'],
    ['a value of the subject', e.title.includes(s.word), 'a word', true],
    ['a missing value of the subject', e.title.includes(subject<{ x: string }>().x), 'a word', 'unknown'],
    ['a text function', fold(e.title).eq(fold('CAFÉ')), 'Café', true],
    ['a text function with a part', fold(e.title).includes('cafe'), 'Das Café', true],
    ['a text function of null', fold(e.title).includes(''), null, false],
    ['a text function of a number', fold(e.title).includes(''), 5, 'unknown'],
    ['a text function in a list', fold(e.title).in(['cafe']), 'CAFÉ', true],
  ])('%s', (name, condition, title, expected) => {
    if (!name.startsWith('a text function'))
      expect(truthOf(condition, { title }, { word: 'word' })).toBe(expected)
    expect(holds(condition, { title }, { word: 'word' })).toBe(expected === true)
    expect(holds(not(condition), { title }, { word: 'word' })).toBe(expected === false)
  })

  it('of a linked object are folded, too, and are false through null', () => {
    const named = fold(e.venue.name).startsWith('cafe')
    expect(holds(named, { venue: { name: 'CAFÉ Z' } })).toBe(true)
    expect(holds(fold(e.venue.name).ne('cafe'), { venue: null })).toBe(false)
  })

  it('keep their function in a policy, a filter and a copy, and lose it in JSON', () => {
    const policy = definePolicy<Subject & { word: string }>()({
      resources: { events: ['read'] },
      attributes: { events: attrs<Event>({ title: 'text' }) },
      roles: { R: { rules: (b) => b.allow('events:read', (x, user) => fold(x.title).includes(user.word)) } },
    })
    const asker = { id: 1, roles: ['R'], word: 'cafe' }
    const row = { title: 'Das CAFÉ' } as Event
    expect(policy.can(asker, 'events:read', row)).toBe(true)
    const filter = policy.filter(asker, 'events:read')
    expect(matcher(filter)(row)).toBe(true)
    expect(toSql(filter, { dialect: 'sqlite' })).toEqual({
      text: `(typeof("title") = 'text' and (typeof("fold"("title")) = 'text' and instr("fold"("title"), ?) > 0))`,
      values: ['cafe'],
    })
    const json = JSON.stringify(toJson(policy))
    expect(parsePolicy(json, { functions: [fold] }).can(asker as Subject, 'events:read', row)).toBe(true)
    expect(() => parsePolicy(json)).toThrow('fold')
    const packed = JSON.parse(JSON.stringify(pack(policy, asker)))
    expect(unpack(packed, { functions: [fold] }).can('events:read', row)).toBe(true)
    expect(inWords(fold(e.title).includes('x'))).toBe('fold(title) includes "x"')
  })

  it('are untestable where their function throws, or gives no text', () => {
    const odd = [
      () => {
        throw new Error('boom')
      },
      () => null,
      () => 5,
      async () => 'x',
    ]
    for (const [i, implementation] of odd.entries()) {
      const broken = textFunction(`broken${i}`, implementation as never)(e.title)
      for (const condition of [broken.eq('x'), broken.ne('x'), broken.includes('')])
        expect([holds(condition, { title: 'x' }), holds(not(condition), { title: 'x' })]).toEqual([
          false,
          false,
        ])
    }
  })

  it('compare with no value but text, also after packing', () => {
    const policy = definePolicy<Subject & { word: unknown }>()({
      resources: { events: ['read', 'find'] },
      attributes: { events: attrs<Event>({ title: 'text' }) },
      roles: {
        R: {
          rules: (b) => {
            b.allow('events:read', (x, user) => not(fold(x.title).eq(user.word as never)))
            b.allow('events:find', (x, user) => not(fold(x.title).in(user.word as never)))
          },
        },
      },
    })
    for (const word of [5, true, new Date(0), Infinity, [1], ['x', 1], {}, undefined]) {
      const asker = { id: 1, roles: ['R'], word }
      const ability = unpack(JSON.parse(JSON.stringify(pack(policy, asker))), { functions: [fold] })
      for (const permission of ['events:read', 'events:find'] as const)
        for (const title of ['y', null]) {
          const row = { title } as Event
          expect(policy.can(asker, permission, row), `${permission} ${String(word)}`).toBe(false)
          expect(ability.can(permission, row)).toBe(false)
          expect(matcher(policy.filter(asker, permission))(row)).toBe(false)
        }
    }
  })

  it('refuse a function of a function, which SQL and JSON could not say', () => {
    const trim = textFunction('trim', (text) => text.trim())
    expect(() => fold(trim(e.title))).toThrow('fold() takes an attribute, and not trim() of one')
  })

  it('are texts in SQLite and PostgreSQL, also in a column of another type', () => {
    const db = new DatabaseSync(':memory:')
    db.function('fold', (value) => String(value).toLowerCase())
    db.exec(
      "create table docs (n integer, title); insert into docs values (1, 5), (2, '5'), (3, null), (4, x'35')",
    )
    const choose = (condition: Condition) => {
      const { text, values } = toSql(condition, { dialect: 'sqlite' })
      return db
        .prepare(`select n from docs where ${text}`)
        .all(...(values as string[]))
        .map(({ n }) => n)
    }
    const five = fold(where<Event>({ title: 'text' }).title).eq('5')
    expect([choose(five), choose(not(five)), choose(fold(e.title).includes('5'))]).toEqual([[2], [3], [2]])
    db.close()
    expect(toSql(fold(e.title).eq('5'), { dialect: 'postgresql' }).text).toContain(
      `"fold"((to_jsonb("title") #>> '{}') collate "C")`,
    )
  })

  it('give no value to a new row, nor does another attribute', () => {
    const x = where<{ title: string; other: string; size: number }>()
    const filter = {
      kind: 'when',
      where: and(fold(x.title).eq('x'), x.title.eq(x.other), x.size.eq(3)),
    } as const
    expect(defaultsOf(filter)).toEqual({ size: 3 })
  })

  it('refuse a function with a wrong name or argument, and an operator that has no text', () => {
    expect(() => textFunction('fold"; drop table', (text) => text)).toThrow('no name of a function')
    expect(() => fold(7 as never)).toThrow('fold() takes a text, or a text attribute')
    const createDefinition = (when: Condition) => () =>
      definePolicy()({
        resources: { a: ['read'] },
        roles: { R: { rules: (b) => b.allow('a:read', () => when) } },
      })
    for (const wrong of [
      (fold(e.title) as unknown as { lt: (text: string) => Condition }).lt('a'),
      fold(e.title).includes(5 as never),
      e.title.startsWith(null as never),
      e.title.endsWith(5 as never),
      { op: 'eq', attribute: 'title', by: 'fold', value: 'a' } as Condition,
      { op: 'startsWith', attribute: 'tags', kind: 'textArray', value: 'a' } as Condition,
    ])
      expect(createDefinition(wrong)).toThrow(InvalidPolicy)
  })
})
