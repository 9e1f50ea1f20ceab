import { type Ast, NOTHING, compoundAst, fieldAst, freeze } from '../ast.ts'
import { InvalidRule, display } from '../errors.ts'
import { type Instruction, isPlainObject } from '../parser.ts'

/** A part of a query that these conditions do not have. */
export class ParsingQueryError extends InvalidRule {
  override readonly name = 'ParsingQueryError'
}

type Validate = NonNullable<Instruction['validate']>

const expecting =
  (wanted: string, isValid: (value: unknown) => boolean): Validate =>
  ({ name }, value) => {
    if (!isValid(value))
      throw new ParsingQueryError(`"${name}" expects to receive ${wanted}, not ${display(value)}`)
  }

/** Prisma ignores a condition with an undefined value, so that the query would select all rows. */
const refuseValue: Validate = ({ name }, value) => {
  if (value === undefined)
    throw new ParsingQueryError(`"${name}" compares with undefined; Prisma would ignore it`)
  if (Array.isArray(value) || isPlainObject(value))
    throw new ParsingQueryError(
      `"${name}" does not supports comparison of arrays and objects, such as ${display(value)}`,
    )
}

const keep = (value: unknown): unknown => (value instanceof Date ? new Date(value) : value)

const compareWith = (validate: Validate): Instruction => ({
  type: 'field',
  validate,
  parse: ({ name }, value, { field }) => fieldAst(name, field, keep(value)),
})

const negate = (part: Ast): Ast => compoundAst('NOT', [part])

/** The negation of an operator with another name. */
const negateInstruction = (name: string, instruction: Instruction): Instruction => ({
  ...instruction,
  parse: (given, value, context) =>
    negate((instruction.parse as NonNullable<Instruction['parse']>)({ ...given, name }, value, context)),
})

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value)
const isDefinedList = (value: unknown) => isList(value) && !value.includes(undefined)

const compareList: Instruction = {
  type: 'field',
  validate: expecting('an array without undefined', isDefinedList),
  parse: ({ name }, values: readonly unknown[], { field }) =>
    fieldAst(name, field, freeze([...values].map(keep))),
}

const isComparable = (value: unknown) =>
  typeof value === 'string' || Number.isFinite(value) || value instanceof Date
const compareOrder = compareWith(expecting('comparable value (a text, a number or a date)', isComparable))

/** Only these operators have a form that ignores the case of letters. */
const withCase = ['startsWith', 'endsWith', 'contains']

const compareText: Instruction = {
  type: 'field',
  validate: expecting('string', (value) => typeof value === 'string'),
  parse: ({ name }, value, { field, query }) =>
    fieldAst(query['mode'] === 'insensitive' ? `i${name}` : name, field, value),
}

const MODES: readonly unknown[] = ['default', 'insensitive']

const mode: Instruction = {
  type: 'field',
  validate: expecting('default or insensitive', (value) => MODES.includes(value)),
  parse: (_, value, { field, query }) => {
    const others = Object.keys(query).filter((name) => name !== 'mode')
    const unknown = others.find((name) => value === 'insensitive' && !withCase.includes(name))
    if (others.length === 0 || unknown !== undefined)
      throw new ParsingQueryError(`"mode" of "${field}" has no effect on ${display(unknown ?? null)}`)
    return NOTHING
  },
}

const not: Instruction = {
  type: 'field',
  parse: (instruction, value: unknown, { field, parse, hasOperators }) => {
    if (hasOperators(value)) return negate(parse(value as object, { field }))
    refuseValue(instruction, value)
    return fieldAst('notEquals', field, keep(value))
  },
}

const relation: Instruction = {
  type: 'field',
  validate: expecting('a query for nested relation', isPlainObject),
  parse: ({ name }, query: object, { field, parse }) => fieldAst(name, field, parse(query)),
}

const junction: Instruction = {
  type: 'compound',
  validate: expecting('an array or object', (value) => typeof value === 'object' && value !== null),
  parse: ({ name }, given: object, { parse }) =>
    compoundAst(
      name,
      (isList(given) ? given : [given]).map((query) => parse(query as object)),
    ),
}

const flag = compareWith(expecting('a boolean', (value) => typeof value === 'boolean'))

/** The operators of a `where` object. */
export const prismaInstructions = {
  equals: compareWith(refuseValue),
  not,
  in: compareList,
  notIn: negateInstruction('in', compareList),
  lt: compareOrder,
  lte: compareOrder,
  gt: compareOrder,
  gte: compareOrder,
  mode,
  startsWith: compareText,
  endsWith: compareText,
  contains: compareText,
  isEmpty: flag,
  isSet: flag,
  has: compareWith(refuseValue),
  hasSome: compareList,
  hasEvery: compareList,
  every: relation,
  some: relation,
  none: negateInstruction('some', relation),
  is: relation,
  isNot: negateInstruction('is', relation),
  AND: junction,
  OR: junction,
  NOT: junction,
} as const satisfies Readonly<Record<string, Instruction>>
