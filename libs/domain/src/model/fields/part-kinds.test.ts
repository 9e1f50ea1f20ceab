import { describe, expect, expectTypeOf, it } from 'vitest'
import { builtInModel, contentModel } from '../../service/content-types.ts'
import {
  blocks,
  choice,
  counter,
  date,
  flag,
  group,
  integer,
  json,
  line,
  list,
  number,
  owner,
  state,
  tags,
  text,
  time,
} from './field-builders.ts'
import { refusedPaths } from '../../testing/world.ts'
import type { Field } from './field.ts'
import type { ChangeOf, NewOf, RecordOf } from '../types/record-values.ts'
import { record } from '../types/record.ts'

const about = 'A test.'
const title = line(80, { about })
const allowed = { read: { GUEST: 'all' }, write: { ADMIN: 'all' } } as const

const declare = (name: string, fields: Readonly<Record<string, Field>>) =>
  record({ name, plural: `${name.toLowerCase()}s`, about, allowed, fields: { title, ...fields } })

const findProblems = (...fields: readonly Readonly<Record<string, Field>>[]): string => {
  try {
    const types = fields.map((each, place) => declare(`Dish${'ABC'.charAt(place)}`, each))
    contentModel([...builtInModel.types, ...types])
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

const nest = (levels: number): Field =>
  levels === 1 ? group({ title }, { about }) : group({ inner: nest(levels - 1) }, { about })

describe('C16.1 groups, lists and blocks', () => {
  const Dish = record({
    name: 'Dish',
    plural: 'dishes',
    about,
    allowed,
    fields: {
      title,
      nutrition: group(
        {
          calories: integer(0, 9, { about }),
          fat: number(0, { about, optional: true }),
          at: time({ about }),
        },
        { about, optional: true },
      ),
      serving: group({ people: integer(1, 9, { about, initial: 4 }) }, { about }),
      diets: list(choice(['VEGAN', 'HALAL'], { about }), { about }),
      steps: list(group({ text: text(9, { about }), hot: flag({ about, initial: false }) }, { about }), {
        about,
        least: 1,
      }),
      body: blocks({ quote: { text: text(9, { about }) }, line: {} }, { about }),
      facts: group({ title }, { about, optional: true, setByOperation: true }),
    },
    operations: (on) => ({ fill: on({ about, permission: 'write' }, () => ({ facts: { title: 'A' } })) }),
  })

  it('have the types of their members in records', () => {
    expectTypeOf<RecordOf<typeof Dish>['nutrition']>().toEqualTypeOf<{
      readonly calories: number
      readonly fat: number | null
      readonly at: string
    } | null>()
    expectTypeOf<RecordOf<typeof Dish>['diets']>().toEqualTypeOf<readonly ('VEGAN' | 'HALAL')[]>()
    type Step = RecordOf<typeof Dish>['steps'][number]
    expectTypeOf<Step['key']>().toEqualTypeOf<string>()
    expectTypeOf<Step['hot']>().toEqualTypeOf<boolean>()
    type Block = RecordOf<typeof Dish>['body'][number]
    expectTypeOf<Block['type']>().toEqualTypeOf<'quote' | 'line'>()
    expectTypeOf<Extract<Block, { type: 'quote' }>['text']>().toEqualTypeOf<string>()
  })

  it('have the types of their inputs: what can be left out, and what a change names', () => {
    type New = NewOf<typeof Dish>
    expectTypeOf<undefined>().toExtend<New['serving']>()
    expectTypeOf<undefined>().toExtend<New['diets']>()
    expectTypeOf<undefined>().not.toExtend<New['steps']>()
    expectTypeOf<{ calories: 1; at: string }>().toExtend<New['nutrition']>()
    expectTypeOf<{ fat: 1 }>().not.toExtend<New['nutrition']>()
    expectTypeOf<{ fat: null }>().toExtend<ChangeOf<typeof Dish>['nutrition']>()
    expectTypeOf<ChangeOf<typeof Dish>>().not.toHaveProperty('facts')
    expect(Object.keys(Dish.inputs)).toEqual(['title', 'nutrition', 'serving', 'diets', 'steps', 'body'])
    expectTypeOf<{ type: 'quote'; text: string }[]>().toExtend<New['body']>()
    // @ts-expect-error -- group has no option `index`
    group({ title }, { about, index: true })
  })

  it.each([
    [group({}, { about }), 'it needs a member'],
    [group({ key: title }, { about }), 'the service gives a member key'],
    [group({ Name: title }, { about }), 'must be camelCase'],
    [group({ a: tags({ about }) }, { about }), 'tags is no part of a field'],
    [group({ a: state(['A'], { about }) }, { about }), 'a state is no part of a field'],
    [group({ a: counter({ about }) }, { about }), 'a counter is no part of a field'],
    [group({ a: owner({ about }) }, { about }), 'an owner is no part of a field'],
    [group({ a: line(9, { about, unique: true }) }, { about }), 'a part of a field cannot have unique'],
    [group({ a: line(9, { about, seenWith: 'write', optional: true }) }, { about }), 'cannot have seenWith'],
    [group({ a: line(0, { about }) }, { about }), 'a: the most characters are 0'],
    [group({ a: line(9, { about: '' }) }, { about }), 'a: about must be a sentence'],
    [group({ a: 5 as never }, { about }), 'a: must be a field'],
    [group(undefined as never, { about }), 'it needs a member'],
    [group({ title }, { about, as: 'seo' }), 'as must be the name of a type, such as Seo'],
    [group({ title }, { about, as: 'Article' }), "as: 'Article' is the name of another type"],
    [group({ title }, { about, colour: 1 } as never), 'colour'],
    [list(list(title, { about }), { about }), 'a list is no item of a list'],
    [list(line(9, { about, optional: true }), { about }), 'an item of a list is never null'],
    [list(title, { about, most: 1_001 }), 'most is 1001'],
    [list(title, { about, least: 3, most: 2 }), 'least is 3, and most is 2'],
    [list(5 as never, { about }), 'list needs a field'],
    [list(number(0, { about }), { about, index: true }), 'an index serves lists of texts'],
    [group({ day: date({ about, index: true }) }, { about }), 'an index cannot have a date of a group'],
    [group({ word: line(9, { about, index: 'text' }) }, { about }), "index: 'text' is for a whole field"],
    [
      list(group({ word: line(9, { about, index: true }) }, { about }), { about }),
      'a part of a list cannot have index',
    ],
    [
      group({ word: { ...choice(['A'], { about }), search: 'B' } }, { about }),
      'word: searches find lines and texts in parts; remove search',
    ],
    [
      list({ ...choice(['A'], { about }), search: 'B' }, { about }),
      'item: searches find lines and texts in parts; remove search',
    ],
    [
      group({ word: line(9, { about, search: 'C' as never }) }, { about }),
      `word: search is "C"; write 'A' for a title, 'B' for keywords or 'D' for a long text`,
    ],
    [
      group({ word: line(9, { about, search: 'B' }) }, { about, optional: true, seenWith: 'write' }),
      'searches would find a text that seenWith hides',
    ],
    [
      group({ word: line(9, { about, search: 'B' }) }, { about, optional: true, hidden: true }),
      'searches would find a text that hidden hides',
    ],
    [blocks({}, { about }), 'blocks need a type'],
    [blocks({ Quote: { title } }, { about }), 'Quote: the name must be camelCase'],
    [blocks({ quote: { type: title } }, { about }), 'the service gives a member type'],
    [nest(5), 'parts have at most 4 levels'],
  ])('are refused at the start of the service: %#', (kind, problem) => {
    expect(findProblems({ kind })).toContain(problem)
  })

  it('are searched with the weights of their texts', () => {
    const note = text(500, { about, search: 'D' })
    const Searched = declare('Searched', {
      seo: group(
        { words: list(line(9, { about, search: 'B' }), { about }), more: group({ note }, { about }) },
        { about },
      ),
      names: list(line(9, { about, search: 'A' }), { about }),
      body: blocks({ quote: { note, source: title } }, { about }),
    })
    const { searches } = contentModel([...builtInModel.types, Searched])
    expect(searches.find(({ name }) => name === 'Searched')).toMatchObject({
      shown: [],
      texts: [
        { attribute: 'seo', weight: 'B', path: [{ member: 'words' }] },
        { attribute: 'seo', weight: 'D', path: [{ member: 'more' }, { member: 'note' }] },
        { attribute: 'names', weight: 'A', path: [] },
        { attribute: 'body', weight: 'D', path: [{ block: 'quote' }, { member: 'note' }] },
      ],
    })
  })

  it('lie at most four levels deep', () => {
    expect(findProblems({ kind: nest(4) })).toBe('')
  })

  it('refuse texts of more than 20,000 characters together for their patterns', async () => {
    const codes = list(line(1_000, { about, pattern: '(a+)+' }), { about })
    const lines = Array.from({ length: 20 }, () => 'a'.repeat(1_000))
    expect(codes.check(lines)).toEqual(lines)
    expect(await refusedPaths(() => codes.check([...lines, 'a']))).toEqual(['20'])
    expect(codes.check(['a'])).toEqual(['a'])
    const facts = json({ about, schema: { type: 'array', items: { type: 'string', pattern: '^(a+)+$' } } })
    expect(facts.check(lines)).toEqual(lines)
    expect(() => facts.check([...lines, 'a'])).toThrow(/too long together/)
  })

  it('lie at most four levels deep in blocks, too', () => {
    const inner = list(group({ words: list(line(9, { about }), { about }) }, { about }), { about })
    expect(findProblems({ kind: blocks({ part: { inner } }, { about }) })).toBe('')
    expect(
      findProblems({ kind: blocks({ part: { deep: group({ inner }, { about }) } }, { about }) }),
    ).toContain('parts have at most 4 levels')
  })

  it('share their types by `as` if their members are the same', () => {
    const share = (member: Field) => ({ seo: group({ title: member }, { about, as: 'Seo' }) })
    expect(findProblems(share(title), share(title))).toBe('')
    expect(findProblems(share(title), share(line(81, { about })))).toContain(
      "as: 'Seo' has another declaration than in DishA",
    )
  })

  it('have names that no other type has', () => {
    const Clash = declare('DishANutrition', {})
    const Other = declare('DishA', { nutrition: group({ title }, { about }) })
    expect(() => contentModel([...builtInModel.types, Clash, Other])).toThrow(/DishANutrition/)
  })
})
