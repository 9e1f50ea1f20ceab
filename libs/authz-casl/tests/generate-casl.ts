import fc from 'fast-check'

/** CASL refuses some objects without a prototype. */
const object = <T extends object>(members: { readonly [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.record<T>(members, { noNullPrototype: true })

const dates = [new Date(0), new Date(5), new Date(NaN)]
const withJson = (value: unknown) => ({ toJSON: () => value })

const plainScalars = fc.constantFrom(
  null,
  true,
  false,
  0,
  1,
  2,
  -1,
  'a',
  'b',
  'ab',
  '1',
  ...dates.slice(0, 2),
)
const scalars = fc.oneof(
  { weight: 6, arbitrary: plainScalars },
  fc.constantFrom(undefined, NaN, Infinity, 1n, dates[2], withJson(1), withJson('a')),
)
const patterns = fc.constantFrom(/a/, /^b/g, /A/i)
const ordered = fc.constantFrom(0, 1, -1, NaN, 'a', 'b', ...dates)
const PATHS = [
  'a',
  'b',
  'list',
  'items',
  'owner',
  'owner.a',
  'owner.b',
  'items.a',
  'items.0.a',
  'list.0',
  'owner.owner.a',
]
const paths = fc.constantFrom(...PATHS)
const lists = fc.array(fc.oneof({ weight: 5, arbitrary: scalars }, patterns), { maxLength: 3 })

const comparisons = fc.oneof(
  ...['$eq', '$ne'].map((op) => object({ [op]: fc.oneof(scalars, patterns) })),
  ...['$lt', '$lte', '$gt', '$gte'].map((op) => object({ [op]: ordered })),
  ...['$in', '$nin', '$all'].map((op) => object({ [op]: lists })),
  object({ $size: fc.integer({ min: 0, max: 2 }) }),
  object({ $exists: fc.boolean() }),
  object({ $regex: fc.constantFrom('a', 'A', '^b', /b/g), $options: fc.constantFrom('', 'i') }),
  object({ $gt: ordered, $lte: ordered }),
)

/** In `$elemMatch`, CASL takes no operators that join conditions. */
const flatFields = fc.dictionary(paths, fc.oneof(comparisons, scalars), {
  minKeys: 1,
  maxKeys: 2,
  noNullPrototype: true,
})

interface Queries {
  readonly fields: object
  readonly operators: object
}

/** Conditions of CASL with all operators, also those that CASL must be told to use. */
export const queries = fc.letrec<Queries>((tie) => ({
  operators: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    comparisons,
    object({ $elemMatch: flatFields }),
    object({ $elemMatch: comparisons }),
    object({ $not: tie('operators') }),
  ),
  fields: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.dictionary(paths, fc.oneof(tie('operators'), scalars), {
      minKeys: 1,
      maxKeys: 2,
      noNullPrototype: true,
    }),
    ...['$and', '$or', '$nor'].map((op) =>
      object({ [op]: fc.array(tie('fields'), { minLength: 1, maxLength: 2 }) }),
    ),
  ),
})).fields as fc.Arbitrary<Readonly<Record<string, unknown>>>

const ACTIONS = ['read', 'update', 'manage', 'other']
const TYPES = ['Post', 'User', 'all']
export const FIELDS = ['a', 'b', 'owner.a', 'owner.b.c']
const fields = fc.constantFrom(...FIELDS, 'owner.*', '*.a', '**')

const oneOrMore = <T>(item: fc.Arbitrary<T>) =>
  fc.oneof(item, fc.uniqueArray(item, { minLength: 1, maxLength: 2 }))

export interface GeneratedRule {
  action: string | string[]
  subject: string | string[]
  conditions?: Readonly<Record<string, unknown>>
  fields?: string | string[]
  inverted?: boolean
  reason?: string
}

const rulesWith = (
  conditions: fc.Arbitrary<Readonly<Record<string, unknown>>>,
): fc.Arbitrary<GeneratedRule[]> =>
  fc.array(
    fc.record(
      {
        action: oneOrMore(fc.constantFrom(...ACTIONS)),
        subject: oneOrMore(fc.constantFrom(...TYPES)),
        conditions,
        fields: oneOrMore(fields),
        inverted: fc.boolean(),
        reason: fc.constantFrom('secret', 'late'),
      },
      { noNullPrototype: true, requiredKeys: ['action', 'subject'] },
    ),
    { maxLength: 5 },
  )

export const rules = rulesWith(fc.oneof({ weight: 9, arbitrary: queries }, fc.constant({})))

const inner = fc.record({ a: scalars, b: scalars }, { noNullPrototype: true, requiredKeys: [] })

/** Objects with absent attributes, and with values of all kinds. */
export const objects: fc.Arbitrary<object> = fc.record(
  {
    a: fc.oneof(scalars, lists),
    b: scalars,
    list: fc.oneof(lists, scalars),
    items: fc.oneof(fc.array(fc.oneof({ weight: 5, arbitrary: inner }, scalars), { maxLength: 3 }), scalars),
    owner: fc.oneof(inner, fc.record({ owner: fc.oneof(inner, scalars) }), scalars),
  },
  { noNullPrototype: true, requiredKeys: [] },
)

export const questions = fc.record({
  action: fc.constantFrom(...ACTIONS, 'unknown'),
  type: fc.constantFrom(...TYPES, 'Unknown'),
  field: fc.option(fc.constantFrom(...FIELDS), { nil: undefined }),
  object: objects,
})

const numbers = fc.constantFrom(null, 0, 1, 2, -1)
const texts = fc.constantFrom(null, 'a', 'b', 'ab')
const columns = { number: numbers, text: texts }

/** Rows of tables: each attribute exists, and is null or of one kind. */
export const tableRows: fc.Arbitrary<object> = fc.record({
  ...columns,
  texts: fc.option(fc.array(fc.constantFrom('a', 'b'), { maxLength: 2 })),
  owner: fc.option(object({ ...columns, boss: fc.option(object(columns)) })),
  items: fc.array(object(columns), { maxLength: 2 }),
})

const known = <T>(values: fc.Arbitrary<T | null>) => values.filter((value) => value !== null)
const ofKind = <T>(names: readonly string[], values: fc.Arbitrary<T | null>, isOrdered: boolean) => {
  const list = fc.array(fc.oneof(values, fc.constant(undefined)), { maxLength: 3 })
  const operators = fc.oneof(
    fc.oneof(values, fc.constant(undefined)),
    ...['$eq', '$ne'].map((op) => object({ [op]: values })),
    ...['$in', '$nin'].map((op) => object({ [op]: list })),
    object({ $not: object({ $eq: values }) }),
    ...(isOrdered ? ['$lt', '$lte', '$gt', '$gte'] : []).map((op) => object({ [op]: known(values) })),
  )
  return fc.dictionary(fc.constantFrom(...names), operators, {
    minKeys: 1,
    maxKeys: 2,
    noNullPrototype: true,
  })
}

const pathsOf = (name: string, owners: readonly string[]) => owners.map((owner) => owner + name)
const OWNERS = ['', 'owner.', 'owner.boss.']

/** Conditions that the engine expresses, about rows of tables. */
export const tableQueries = fc.letrec<{ readonly query: object }>((tie) => ({
  query: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    ofKind(pathsOf('number', OWNERS), numbers, true),
    ofKind(pathsOf('text', OWNERS), texts, false),
    object({ texts: object({ $all: fc.array(fc.constantFrom('a', 'b'), { minLength: 1 }) }) }),
    object({ items: object({ $elemMatch: ofKind(['number'], numbers, true) }) }),
    ...['$and', '$or', '$nor'].map((op) =>
      object({ [op]: fc.array(tie('query'), { minLength: 1, maxLength: 2 }) }),
    ),
  ),
})).query as fc.Arbitrary<Readonly<Record<string, unknown>>>

export const tableRules = rulesWith(tableQueries)
