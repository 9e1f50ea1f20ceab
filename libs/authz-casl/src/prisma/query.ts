import type { Condition } from '@content-service/authz'
import { type Ast, compoundAst, fieldAst, freeze } from '../ast.ts'
import { createInterpreter, createMatcher } from '../mongo-matcher.ts'
import { checkDepth, createParser, isPlainObject } from '../parser.ts'
import { toCondition } from '../to-condition.ts'
import type { MatchConditions } from '../types.ts'
import { compareOrder } from '../values.ts'
import { prismaInstructions } from './instructions.ts'
import { prismaInterpreters } from './interpreters.ts'

const parse = createParser(prismaInstructions, {
  defaultOperator: 'equals',
  nameOf: (operator) => operator,
  isReserved: () => false,
})

const unwrapValue = (value: unknown): unknown =>
  typeof value === 'object' && value ? value.valueOf() : value
const interpret = createInterpreter(prismaInterpreters, {
  compare: (a, b) => compareOrder(unwrapValue(a), unwrapValue(b)),
})

const names: Readonly<Record<string, string>> = {
  equals: 'eq',
  notEquals: 'ne',
  some: 'elemMatch',
  AND: 'and',
  OR: 'or',
  NOT: 'nor',
}

const negate = (part: Ast): Ast => compoundAst('not', [part])

/** In memory, two dates of equal time are two items of a list. A field without an equivalent keeps its operator. */
const contains = (field: string, value: unknown): Ast =>
  fieldAst(typeof value === 'object' ? 'has' : 'all', field, [value])

/** Operators that others express, in the operators of MongoDB. All others keep their names. */
const rewritten: Readonly<Record<string, (field: string, value: never) => Ast>> = {
  has: contains,
  hasEvery: (field, values: readonly unknown[]) =>
    values.length > 0
      ? compoundAst(
          'and',
          values.map((value) => contains(field, value)),
        )
      : fieldAst('hasEvery', field, values),
  hasSome: (field, values: readonly unknown[]) =>
    compoundAst(
      'or',
      values.map((value) => contains(field, value)),
    ),
  every: (field, ast: Ast) => negate(fieldAst('elemMatch', field, negate(ast))),
}

const isAst = (value: unknown): value is Ast => typeof (value as Partial<Ast> | null)?.operator === 'string'

function rewrite({ operator, field, value }: Ast): Ast {
  const inner =
    Array.isArray(value) && field === undefined ? value.map(rewrite) : isAst(value) ? rewrite(value) : value
  const write = Object.hasOwn(rewritten, operator) ? rewritten[operator] : undefined
  if (write && field !== undefined) return write(field, inner as never)
  const name = (Object.hasOwn(names, operator) && names[operator]) || operator
  return field === undefined ? { operator: name, value: inner } : fieldAst(name, field, inner)
}

const translate = (ast: Ast): Condition => toCondition(rewrite(ast))

/** The query that `accessibleBy` returns must not change when the given rule does. */
function copyQuery(value: unknown, depth = 0): unknown {
  checkDepth(depth)
  if (value instanceof Date) return new Date(value)
  if (Array.isArray(value)) return freeze(value.map((item) => copyQuery(item, depth + 1)))
  if (!isPlainObject(value)) return value
  return freeze(
    Object.fromEntries(Object.entries(value).map(([name, part]) => [name, copyQuery(part, depth + 1)])),
  )
}

/** Tests objects by conditions in the form of a `where` object of Prisma. */
export function prismaQuery(where: object): MatchConditions {
  const conditions = copyQuery(where)
  // The parser refuses a value that is no object.
  return Object.assign(createMatcher(parse(conditions as object), interpret, translate), { conditions })
}
