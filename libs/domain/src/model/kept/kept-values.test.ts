import { expect, it } from 'vitest'
import { User } from '../../users/user.ts'
import {
  blocks,
  choice,
  date,
  decimal,
  flag,
  group,
  integer,
  json,
  line,
  list,
  many,
  number,
  one,
  tags,
  time,
} from '../fields/field-builders.ts'
import type { Field } from '../fields/field.ts'
import { readKept } from './kept-values.ts'

const about = 'A test.'
const word = line(80, { about })
const step = group({ text: word, at: one(User, { about, optional: true }) }, { about })
const page = blocks({ quote: { text: word } }, { about })

it.each<readonly [string, Field, unknown, readonly unknown[]]>([
  ['line', word, 'A', [1, true, {}, ['A']]],
  ['integer', integer(0, 9, { about }), 7, ['7', 1.5, 3_000_000_000]],
  ['number', number(0, { about }), 1.5, ['1.5', null]],
  ['decimal', decimal(6, 2, { about }), '12.50', [12.5, '1e9', 'x']],
  ['flag', flag({ about, initial: false }), true, ['true', 1]],
  ['date', date({ about }), '2027-01-31', ['2027-1-1', 20270131]],
  ['time', time({ about }), '2027-01-31T10:00:00.000Z', ['2027-01-31', '2027-99-99T10:00:00.000Z', 1]],
  ['choice', choice(['EASY'], { about }), 'EASY', ['GONE', '__proto__', 1]],
  ['tags', tags({ about }), ['a'], ['a', [1], {}]],
  ['one', one(User, { about, optional: true }), 7, ['7', -1, 'x', {}]],
  ['many', many(User, { about, inverse: 'all' }), [7], [7, ['7'], [0]]],
  ['json', json({ schema: {}, about }), { a: [1] }, []],
  ['group', step, { text: 'Cut.', atId: 7 }, [[], 'x', { atId: 7 }, { text: 1 }]],
  ['list', list(step, { about }), [{ key: 'a', text: 'Cut.', atId: null }], [{}, ['x'], [{ key: 'a' }]]],
  [
    'blocks',
    page,
    [{ type: 'quote', key: 'a', text: 'So.' }],
    [[{ type: 'toString', key: 'a' }], [{ key: 'a' }]],
  ],
])(
  'C17.3 shows a kept value of the kind %s, and null in the place of another kind',
  (_, field, right, wrong) => {
    expect(readKept(field, right)).toEqual(right)
    expect(wrong.map((value) => readKept(field, value))).toEqual(wrong.map(() => null))
  },
)

it('C17.3 reads the members of parts that the declaration knows, and null for an optional one of another kind', () => {
  expect(readKept(step, { text: 'Cut.', atId: 'x', gone: 1 })).toEqual({ text: 'Cut.', atId: null })
})
