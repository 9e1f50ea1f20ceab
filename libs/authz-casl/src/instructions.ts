import { ITSELF, NOTHING, compoundAst, fieldAst, freeze, joinAst } from './ast.ts'
import { InvalidRule, display } from './errors.ts'
import { type Instruction, type NamedInstruction, type ParsingContext, isPlainObject } from './parser.ts'

type Validate = NonNullable<Instruction['validate']>

const expecting =
  (wanted: string, isValid: (value: unknown) => boolean): Validate =>
  ({ name }, value) => {
    if (!isValid(value)) throw new InvalidRule(`"$${name}" needs ${wanted}, not ${display(value)}`)
  }

/** A date can change, and it must not change the rule. */
const keep = (value: unknown): unknown => (value instanceof Date ? new Date(value) : value)

/** An operator that compares a field with a value. */
const compare = (validate?: Validate): Instruction => ({
  type: 'field',
  ...(validate && { validate }),
  parse: ({ name }, value, { field }) => fieldAst(name, field, keep(value)),
})

const compareOrder = compare(
  expecting(
    'a text, a number or a date',
    (value) => typeof value === 'string' || typeof value === 'number' || value instanceof Date,
  ),
)

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value)

const compareList: Instruction = {
  type: 'field',
  validate: expecting('a list', isList),
  parse: ({ name }, values: readonly unknown[], { field }) =>
    fieldAst(name, field, freeze([...values].map(keep))),
}

const isListOfQueries = (value: unknown) => isList(value) && value.length > 0 && value.every(isPlainObject)

const parseQueries = (queries: readonly object[], { parse }: ParsingContext) =>
  queries.map((query) => parse(query))

const junction = (parse: Instruction['parse']): Instruction => ({
  type: 'compound',
  validate: expecting('a list of conditions', isListOfQueries),
  ...(parse && { parse }),
})

const joinQueries = junction(({ name }, queries: readonly object[], context) =>
  joinAst(name === 'or' ? 'or' : 'and', parseQueries(queries, context)),
)

const isPattern = (value: unknown) => typeof value === 'string' || value instanceof RegExp

/** A copy, because a pattern can remember a place in a text. */
const createPattern = (pattern: string | RegExp, flags: unknown): RegExp =>
  typeof pattern === 'string' ? new RegExp(pattern, String(flags ?? '')) : new RegExp(pattern)

function parseElement(
  { name }: NamedInstruction,
  query: object,
  { field, parse, hasOperators }: ParsingContext,
) {
  return fieldAst(name, field, hasOperators(query) ? parse(query, { field: ITSELF }) : parse(query))
}

function parseNegation({ name }: NamedInstruction, value: object, { field, parse }: ParsingContext) {
  const part =
    value instanceof RegExp ? fieldAst('regex', field, createPattern(value, '')) : parse(value, { field })
  return compoundAst(name, [part])
}

/** The operators of CASL and, in addition, `$and`, `$or`, `$nor` and `$not`. */
export const mongoInstructions = {
  $eq: compare(),
  $ne: compare(),
  $lt: compareOrder,
  $lte: compareOrder,
  $gt: compareOrder,
  $gte: compareOrder,
  $in: compareList,
  $nin: compareList,
  $all: compareList,
  $size: compare(expecting('a number', (value) => typeof value === 'number')),
  $exists: compare(expecting('true or false', (value) => typeof value === 'boolean')),
  $regex: {
    type: 'field',
    validate: expecting('a text or a regular expression', isPattern),
    parse: ({ name }, pattern: string | RegExp, { field, query }) =>
      fieldAst(name, field, createPattern(pattern, query['$options'])),
  },
  $options: {
    type: 'field',
    parse: (_, __, { field, query }) => {
      if (!('$regex' in query)) throw new InvalidRule(`"$options" of "${field}" needs "$regex"`)
      return NOTHING
    },
  },
  $elemMatch: { type: 'field', validate: expecting('conditions', isPlainObject), parse: parseElement },
  $and: joinQueries,
  $or: joinQueries,
  $nor: junction(({ name }, queries: readonly object[], context) =>
    compoundAst(name, parseQueries(queries, context)),
  ),
  $not: {
    type: 'field',
    validate: expecting(
      'conditions or a regular expression',
      (value) => value instanceof RegExp || isPlainObject(value),
    ),
    parse: parseNegation,
  },
} as const satisfies Readonly<Record<string, Instruction>>
