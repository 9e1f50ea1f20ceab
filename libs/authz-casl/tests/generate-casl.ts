import fc from 'fast-check'

/** CASL refuses some objects without a prototype. */
export const object = <T extends object>(members: { readonly [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.record<T>(members, { noNullPrototype: true })

export type Conditions = Readonly<Record<string, unknown>>

export const ACTIONS = ['read', 'update']
export const TYPES = ['Post', 'User']
/** The fields of a row, and one that no rule names. */
export const FIELDS = ['number', 'text', 'texts', 'title', 'unnamed']
const fields = fc.constantFrom('number', 'text', 'texts', 'title', 't*', '*')

const oneOrMore = <T>(item: fc.Arbitrary<T>) =>
  fc.oneof(item, fc.uniqueArray(item, { minLength: 1, maxLength: 2 }))

export interface GeneratedRule {
  action: string | string[]
  subject: string | string[]
  conditions?: Conditions
  fields?: string | string[]
  inverted?: boolean
  reason?: string
}

export const generateRules = (conditions: fc.Arbitrary<Conditions>): fc.Arbitrary<GeneratedRule[]> =>
  fc.array(
    fc.record(
      {
        // Most rules are about one action and one type, so that they override each other.
        action: oneOrMore(fc.constantFrom('read', ...ACTIONS, 'manage')),
        subject: oneOrMore(fc.constantFrom('Post', 'Post', ...TYPES, 'all')),
        conditions,
        fields: oneOrMore(fields),
        inverted: fc.boolean(),
        reason: fc.constantFrom('secret', 'late'),
      },
      { noNullPrototype: true, requiredKeys: ['action', 'subject'] },
    ),
    { minLength: 1, maxLength: 7, size: 'max' },
  )

export const questions = fc.record({
  action: fc.constantFrom(...ACTIONS),
  type: fc.constantFrom(...TYPES),
  field: fc.option(fc.constantFrom(...FIELDS), { nil: undefined }),
})

export const numbers = fc.constantFrom(null, 0, 1, 2, -1)
export const texts = fc.constantFrom(null, 'a', 'b', 'ab')
const dates = fc.constantFrom(null, new Date(0), new Date(5), new Date(-5))
const columns = { number: numbers, text: texts, date: dates }

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
    ofKind(pathsOf('date', OWNERS), dates, true),
    object({ texts: object({ $all: fc.array(fc.constantFrom('a', 'b'), { minLength: 1 }) }) }),
    object({ items: object({ $elemMatch: ofKind(['number'], numbers, true) }) }),
    ...['$and', '$or', '$nor'].map((op) =>
      object({ [op]: fc.array(tie('query'), { minLength: 1, maxLength: 2 }) }),
    ),
  ),
})).query as fc.Arbitrary<Conditions>

export const tableRules = generateRules(tableQueries)
