import { expect, it } from 'vitest'
import { InvalidPolicy, type Condition, and, attrs, definePolicy } from '../../index.ts'

interface Row {
  readonly ownerId: number | null
  readonly status: string
}
type Attribute = { [op: string]: (value?: unknown) => Condition }
type Loose = (a: Record<'ownerId' | 'status' | 'tags', Attribute>, s: { readonly id: unknown }) => unknown

/** The message of a policy with one rule whose condition is wrong. */
function messageOf(when: Loose | object): string {
  try {
    definePolicy()({
      resources: { articles: ['read'] },
      attributes: { articles: attrs<Row>({ ownerId: 'integer' }) },
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
