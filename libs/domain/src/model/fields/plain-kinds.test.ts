import { describe, expect, expectTypeOf, it } from 'vitest'
import { builtInModel, contentModel } from '../../service/content-types.ts'
import { choice, date, email, json, line, number, text, time, url } from './field-builders.ts'
import type { Field } from './field.ts'
import type { ChangeOf, NewOf, RecordOf } from '../types/record-values.ts'
import { record } from '../types/record.ts'

const about = 'A test.'

const declare = (name: string, fields: Readonly<Record<string, Field>>) =>
  record({
    name,
    plural: `${name.toLowerCase()}s`,
    about,
    allowed: { read: { GUEST: 'all' }, write: { ADMIN: 'all' } },
    fields: { title: line(80, { about }), ...fields },
  })

const findProblems = (...fields: readonly Readonly<Record<string, Field>>[]): string => {
  try {
    const types = fields.map((each, place) => declare(`Dish${'ABC'.charAt(place)}`, each))
    contentModel([...builtInModel.types, ...types])
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

describe('C16.1 choices', () => {
  it('are typed by their words, in a list or with labels', () => {
    const Dish = record({
      name: 'Dish',
      plural: 'dishes',
      about,
      allowed: { read: { GUEST: (dish) => dish.course.eq('MAIN') }, write: { ADMIN: 'all' } },
      fields: {
        course: choice(['STARTER', 'MAIN'], { about }),
        diet: choice({ VEGAN: { label: 'Vegan' }, ANY: {} }, { about, optional: true }),
        size: choice(['S', 'L'], { about, initial: 'S' }),
        mark: choice(['GOOD'], { about, optional: true, setByOperation: true }),
      },
      operations: (on) => ({ praise: on({ about, permission: 'write' }, () => ({ mark: 'GOOD' })) }),
    })
    expectTypeOf<RecordOf<typeof Dish>['course']>().toEqualTypeOf<'STARTER' | 'MAIN'>()
    expectTypeOf<RecordOf<typeof Dish>['diet']>().toEqualTypeOf<'VEGAN' | 'ANY' | null>()
    expectTypeOf<NewOf<typeof Dish>>().toEqualTypeOf<
      { readonly course: 'STARTER' | 'MAIN' } & {
        readonly diet?: 'VEGAN' | 'ANY' | null | undefined
        readonly size?: 'S' | 'L' | undefined
      }
    >()
    expectTypeOf<ChangeOf<typeof Dish>>().not.toHaveProperty('mark')
    // @ts-expect-error -- the initial value is a word of the choice
    choice(['S', 'L'], { about, initial: 'M' })
    expect(Object.keys(Dish.inputs)).toEqual(['course', 'diet', 'size'])
  })

  it.each([
    [choice([], { about }), 'DishA.kind: a choice needs at least one word'],
    [
      choice(
        Array.from({ length: 101 }, (_, place) => `W${place}`),
        { about },
      ),
      'at most 100 words',
    ],
    [choice(['Main'], { about }), 'such as MAIN'],
    [choice(['2ND'], { about }), 'such as A_2ND'],
    [choice(['TRUE'], { about }), 'such as A_TRUE'],
    [choice(['__proto__'], { about }), 'such as PROTO'],
    [choice([`A${'B'.repeat(40)}`], { about }), 'at most 40 capitals'],
    [choice(['A', 'A'], { about }), 'a word is there twice'],
    [choice({ A: { label: ' ' } }, { about }), 'label and about of A must be texts'],
    [choice({ A: { name: 'a' } as object }, { about }), 'A: '],
    [choice(['A'], { about, as: 'course' }), 'as must be the name of a type, such as Course'],
    [choice(['A'], { about, as: 'Article' }), "as: 'Article' is the name of another type"],
    [choice(['A'], { about, initial: 'B' as 'A' }), 'the initial "B" must be one of A'],
    [choice(undefined as never, { about }), 'a choice needs at least one word'],
  ])('are refused at the start of the service: %#', (kind, problem) => {
    expect(findProblems({ kind })).toContain(problem)
  })

  it('share an enum by `as` if their words are the same', () => {
    const share = (...words: string[]) => ({ kind: choice(words, { about, as: 'Kind' }) })
    expect(findProblems(share('A', 'B'), share('A', 'B'))).toBe('')
    expect(findProblems(share('A', 'B'), share('A', 'C'))).toContain(
      "as: 'Kind' has another declaration than in DishA",
    )
  })
})

describe('C16.1 bounds and patterns', () => {
  it.each([
    [line(9, { about, pattern: '(' }), 'no regular expression'],
    [line(9, { about, pattern: '(?=a)' }), 'look-around and references are not'],
    [line(9, { about, pattern: '\\pN' }), 'no regular expression'],
    [text(9, { about, pattern: 'a'.repeat(1_001) }), 'the most are 1000'],
    [line(9, { about, pattern: 1 as never }), 'pattern must be a text'],
    [text(20_001, { about, pattern: 'a' }), 'a text with a pattern has at most 20000 characters'],
    [line(9, { about, pattern: '[0-9]+', example: 'x' }), 'the example "x" must match the pattern [0-9]+'],
    [number(5, { about, most: 4 }), 'the least value 5 is above the most 4'],
    [time({ about, least: '2026-01-01' }), 'must be a time such as'],
    [
      time({ about, least: '2027-01-01T00:00:00Z', most: '2026-01-01T00:00:00Z' }),
      'is after most 2026-01-01T00:00:00Z; exchange them',
    ],
    [email({ about, pattern: 'x' } as never), 'pattern'],
  ])('are refused at the start of the service: %#', (kind, problem) => {
    expect(findProblems({ kind })).toContain(problem)
  })

  it('match the whole text in a time that grows with its length alone', () => {
    const { check } = line(10_000, { about, pattern: '(a|a)*b' })
    expect(check('aab')).toBe('aab')
    expect(() => check('aabc')).toThrow('must match the pattern (a|a)*b')
    // A backtracking engine would take longer than the universe is old.
    expect(() => check('a'.repeat(10_000))).toThrow('must match')
  })

  it('hold at both ends', () => {
    const { check } = time({ about, least: '2026-01-01T00:00:00Z', most: '2026-12-31T00:00:00Z' })
    expect(check('2026-01-01T01:00:00+01:00')).toEqual(new Date('2026-01-01T00:00:00Z'))
    expect(() => check('2026-12-31T00:00:00.001Z')).toThrow('must not be after 2026-12-31T00:00:00Z')
    expect(url({ about }).check('https://example.org')).toBe('https://example.org')
    expect(() => number(0, { about, most: 1 }).check(1.1)).toThrow('must be a number from 0 to 1')
  })
})

describe('C16.1 dates', () => {
  it('are texts, which the typed interface gives as midnights', () => {
    const { check } = date({ about, least: '2026-01-01', most: '2026-12-31' })
    expect(check('2026-01-01')).toBe('2026-01-01')
    expect(check(new Date('2026-12-31T00:00:00Z'))).toBe('2026-12-31')
    for (const wrong of ['2026-1-1', '', '2026-01-01T00:00:00Z'])
      expect(() => check(wrong)).toThrow('must be a date such as 2026-11-20')
    for (const wrong of ['2026-02-29', '0000-01-01'])
      expect(() => check(wrong)).toThrow('must be a day of the calendar')
    expect(() => check('2027-01-01')).toThrow('must not be after 2026-12-31')
  })

  it.each([
    [date({ about, least: '2026-02-30' }), 'least "2026-02-30" must be a date'],
    [date({ about, least: '2027-01-01', most: '2026-01-01' }), 'is after most 2026-01-01; exchange them'],
    [date({ about, initial: 'today' }), 'the initial "today" must be a date'],
    [json({ about, schema: { typ: 'object' } }), 'unknown keyword: "typ"'],
    [json({ about, index: true } as never), 'index'],
  ])('are refused at the start of the service: %#', (kind, problem) => {
    expect(findProblems({ kind })).toContain(problem)
  })
})
