import { expect, it } from 'vitest'
import { InvalidPolicy, type Condition, and, attrs, definePolicy } from '../../index.ts'

interface Row {
  readonly ownerId: number | null
  readonly status: string
  readonly title: string
  readonly labels: readonly string[]
}
type Attribute = { [op: string]: (value?: unknown) => Condition }
type Names = 'ownerId' | 'owner_id' | 'status' | 'title' | 'labels'
type Loose = (a: Record<Names, Attribute>, s: { readonly id: unknown }) => unknown

/** The message of a policy with one rule whose condition is wrong. */
function messageOf(when: Loose | object): string {
  try {
    definePolicy()({
      resources: { articles: ['read'] },
      attributes: { articles: attrs<Row>({ ownerId: 'integer', title: 'text', labels: 'textArray' }) },
      roles: { AUTHOR: { rules: (b) => b.allow('articles:read', when as never) } },
    })
  } catch (error) {
    if (error instanceof InvalidPolicy) return error.message
    throw error
  }
  return ''
}

const eqNull = '{"op":"eq","attribute":"status","value":null}'
const mistakes: readonly [mistake: string, when: Loose | object, message: string][] = [
  [
    'eq(null)',
    (a) => a.status['eq']?.(null),
    `invalid condition ${eqNull}; nothing equals null, so use isNull()`,
  ],
  [
    'ne(null)',
    (a) => a.status['ne']?.(null),
    `invalid condition ${eqNull}; nothing equals null, so use isNull()`,
  ],
  [
    'in([null])',
    (a) => a.status['in']?.([null]),
    'invalid condition {"op":"in","attribute":"status","value":[null]}; nothing equals null, so use isNull()',
  ],
  [
    'a value that is undefined',
    (a) => a.status['eq']?.(undefined),
    'invalid condition {"op":"eq","attribute":"status"}; the value is undefined',
  ],
  [
    'in() without a list',
    (a) => a.status['in']?.('DRAFT'),
    'invalid condition {"op":"in","attribute":"status","value":"DRAFT"}; in() needs a list',
  ],
  [
    'a value of another kind',
    (a) => a.ownerId['eq']?.('7'),
    'invalid condition {"op":"eq","attribute":"ownerId","kind":"integer","value":"7"}; the attribute has the kind integer',
  ],
  [
    'an order of texts',
    (a) => a.status['lt']?.('z'),
    'invalid condition {"op":"lt","attribute":"status","value":"z"}; texts have no order, so use eq(), in(), startsWith(), endsWith() or includes()',
  ],
  [
    'an order of texts of the subject',
    (a, s) => a.title['gte']?.(s.id),
    'invalid condition {"op":"gte","attribute":"title","kind":"text","value":{"subject":"id"}}; texts have no order, so use eq(), in(), startsWith(), endsWith() or includes()',
  ],
  [
    'an order of booleans',
    (a) => a.status['gt']?.(false),
    'invalid condition {"op":"gt","attribute":"status","value":false}; booleans have no order, so use eq()',
  ],
  [
    'NaN',
    (a) => a.status['eq']?.(Number.NaN),
    'invalid condition {"op":"eq","attribute":"status","value":"NaN"}; nothing equals NaN, so correct the calculation of the number',
  ],
  [
    'NaN in a list',
    (a) => a.ownerId['in']?.([1, Number.NaN]),
    'invalid condition {"op":"in","attribute":"ownerId","kind":"integer","value":[1,"NaN"]}; nothing equals NaN, so correct the calculation of the number',
  ],
  [
    'an invalid date',
    (a) => a.status['lt']?.(new Date('never')),
    'invalid condition {"op":"lt","attribute":"status","value":"Invalid Date"}; correct the date, which is invalid',
  ],
  [
    'an object as a value',
    (a) => a.status['eq']?.({}),
    'invalid condition {"op":"eq","attribute":"status","value":{}}; compare with a text, a number, a bigint, a boolean or a date',
  ],
  [
    'eq() with a list',
    (a) => a.status['eq']?.(['DRAFT']),
    'invalid condition {"op":"eq","attribute":"status","value":["DRAFT"]}; use in() for a list of values',
  ],
  [
    'a part of a text that is none',
    (a) => a.status['includes']?.(5),
    'invalid condition {"op":"includes","attribute":"status","value":5}; includes() takes a text',
  ],
  [
    'includes() of a list',
    (a) => a.labels['includes']?.('new'),
    'invalid condition {"op":"includes","attribute":"labels","kind":"textArray","value":"new"}; use contains() for an element of a list',
  ],
  [
    'contains() of a text',
    (a) => a.title['contains']?.('new'),
    'invalid condition {"op":"contains","attribute":"title","kind":"text","value":"new"}; contains() finds an element of a list, so use includes()',
  ],
  [
    'a word of another library',
    (a) => a.status['equals']?.('DRAFT'),
    'invalid condition {"op":"equals","attribute":"status","value":"DRAFT"}; there is no operator equals; did you mean "eq"?',
  ],
  [
    'a misspelt operator',
    (a) => a.status['startWith']?.('D'),
    'invalid condition {"op":"startWith","attribute":"status","value":"D"}; there is no operator startWith; did you mean "startsWith"?',
  ],
  [
    'a misspelt attribute',
    (a) => a.owner_id['eq']?.(7),
    'invalid condition that throws TypeError: unknown attribute "owner_id"; did you mean "ownerId"? If not, declare the kind of "owner_id", too',
  ],
  [
    'a misspelt field',
    { omit: ['titel'] },
    'unknown field "titel"; did you mean "title"? If not, declare the kind of "titel", too',
  ],
  [
    'an object as the result',
    () => ({ ownerId: 7 }),
    'invalid condition {"ownerId":7}; write the condition as a.ownerId.eq(7)',
  ],
  [
    'an object with two members',
    () => ({ ownerId: 7, status: 'DRAFT' }),
    'invalid condition {"ownerId":7,"status":"DRAFT"}; write the condition as and(a.ownerId.eq(7), a.status.eq("DRAFT"))',
  ],
  [
    'an object instead of a callback',
    { ownerId: 7 },
    'invalid rule {"ownerId":7,"effect":"allow","permissions":["articles:read"]}; write the condition as a.ownerId.eq(7)',
  ],
  [
    'a misspelt option',
    { omits: ['status'] },
    'invalid rule {"omits":["status"],"effect":"allow","permissions":["articles:read"]}; did you mean "omit"?',
  ],
  [
    'an async callback',
    async (a) => a.status['eq']?.('DRAFT'),
    'invalid condition that is a promise; the callback must not be async',
  ],
  [
    'an async callback without a condition',
    async () => true,
    'invalid condition that is a promise; the callback must not be async',
  ],
  [
    '===',
    (a, s) => (a.ownerId as unknown) === s.id,
    'invalid condition false, which compares [{"attribute":"ownerId"},{"subject":"id"}] in JavaScript; use eq() and ne() instead of === and !==',
  ],
  [
    '>',
    (a) => (a.ownerId as unknown as number) > 5,
    'invalid condition that throws TypeError: Cannot convert object to primitive value; use lt(), lte(), gt(), gte() instead of <, <=, >, >=',
  ],
  [
    '&&',
    (a) => a.ownerId['eq']?.(7) && a.status['eq']?.('DRAFT'),
    'invalid condition that loses [{"op":"eq","attribute":"ownerId","kind":"integer","value":7}]; use and(), or(), not() instead of &&, || and !',
  ],
  [
    '&& inside and()',
    (a) => and((a.ownerId['eq']?.(7) && a.status['eq']?.('DRAFT')) as Condition),
    'invalid condition that loses [{"op":"eq","attribute":"ownerId","kind":"integer","value":7}]; use and(), or(), not() instead of &&, || and !',
  ],
]

it.each(mistakes)('the message about %s says what to change', (_, when, message) => {
  expect(messageOf(when)).toBe(`roles.AUTHOR.rules[0]: ${message}`)
})

it.each<[operator: string, when: Loose]>([
  ['||', (a) => a.ownerId['eq']?.(7) || a.status['eq']?.('DRAFT')],
  ['??', (a) => a.ownerId['eq']?.(7) ?? a.status['eq']?.('DRAFT')],
])('the message about %s names the callback', (_, when) => {
  expect(messageOf(when)).toMatch(
    /^roles\.AUTHOR\.rules\[0\]: invalid condition that a second call of \(a\) => a\.ownerId.+ makes differently; use or\(\) instead of \|\| and \?\?, and change nothing in the callback$/,
  )
})

it('looks for no misspelt field where a resource has no kinds', () => {
  for (const kinds of [null, undefined, 5])
    expect(() =>
      definePolicy()({
        resources: { articles: ['read'] },
        attributes: { articles: kinds as never },
        roles: { AUTHOR: { rules: (b) => b.allow('articles:read', { omit: ['titel' as never] }) } },
      }),
    ).not.toThrow()
})

it('does not take an attribute whose kind nobody declares for a misspelt one', () => {
  const attributes = {
    articles: attrs<object>({ teamId: 'integer', name1: 'text', member: 'text' } as never),
  }
  for (const name of ['itemId', 'name2', 'members', 'status'])
    expect(() =>
      definePolicy()({
        resources: { articles: ['read'] },
        attributes,
        roles: {
          AUTHOR: {
            rules: (b) =>
              b.allow(
                'articles:read',
                (a) => (a as unknown as Record<string, Attribute>)[name]?.['eq']?.(7) as Condition,
              ),
          },
        },
      }),
    ).not.toThrow()
})
