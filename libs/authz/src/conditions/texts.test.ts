import { describe, expect, it } from 'vitest'
import {
  type Condition,
  type Subject,
  InvalidPolicy,
  attrs,
  definePolicy,
  holds,
  matcher,
  not,
  subject,
  textFunction,
  where,
} from '../index.ts'
import { describe as inWords } from '../explain/index.ts'
import { parsePolicy, toJson } from '../json/index.ts'
import { toMongo } from '../mongo/index.ts'
import { pack, unpack } from '../pack/index.ts'
import { toSql } from '../sql/index.ts'
import { truthOf } from '../testing/oracle.ts'

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

  it('is refused between different objects', () => {
    expect(() =>
      definePolicy()({
        resources: { events: ['read'] },
        attributes: { events: attrs<Event>() },
        roles: { R: { rules: (b) => b.allow('events:read', (x) => x.startsAt.lt(x.venue.opensAt)) } },
      }),
    ).toThrow('attribute of another object')
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
      text: `((typeof("fold"("title")) = 'text' and instr("fold"("title"), ?) > 0))`.slice(1, -1),
      values: ['cafe'],
    })
    const json = JSON.stringify(toJson(policy))
    expect(parsePolicy(json, { functions: [fold] }).can(asker as Subject, 'events:read', row)).toBe(true)
    expect(() => parsePolicy(json)).toThrow('fold')
    const packed = JSON.parse(JSON.stringify(pack(policy, asker)))
    expect(unpack(packed, { functions: [fold] }).can('events:read', row)).toBe(true)
    expect(inWords(fold(e.title).includes('x'))).toBe('fold(title) includes "x"')
  })

  it('refuse a function with a wrong name or argument, and an operator that has no text', () => {
    expect(() => textFunction('fold"; drop table', (text) => text)).toThrow('no name of a function')
    expect(() => fold(7 as never)).toThrow('fold() takes a text, or a text attribute')
    const policyOf = (when: Condition) => () =>
      definePolicy()({
        resources: { a: ['read'] },
        roles: { R: { rules: (b) => b.allow('a:read', () => when) } },
      })
    for (const wrong of [
      (fold(e.title) as unknown as { lt: (text: string) => Condition }).lt('a'),
      fold(e.title).includes(5 as never),
      e.title.startsWith(null as never),
      { op: 'eq', attribute: 'title', by: 'fold', value: 'a' } as Condition,
      { op: 'startsWith', attribute: 'tags', kind: 'textArray', value: 'a' } as Condition,
    ])
      expect(policyOf(wrong)).toThrow(InvalidPolicy)
  })
})
