import type { Condition } from '@content-service/authz'
import { member } from '@content-service/authz/conditions'
import { type Ast, ITSELF, isAlways } from './ast.ts'
import { Inexact, InvalidRule } from './errors.ts'
import { mongoInstructions } from './instructions.ts'
import { type Context, type Interpreter, mongoInterpreters } from './interpreters.ts'
import type { MongoQuery } from './mongo-query.ts'
import { type Instructions, createParser } from './parser.ts'
import { toCondition } from './to-condition.ts'
import type { ConditionsMatcher, MatchConditions } from './types.ts'
import { type ReadAttribute, compareValues, readPath } from './values.ts'

export interface MatcherOptions {
  readonly get?: ReadAttribute
  readonly compare?: Context['compare']
  readonly isArray?: Context['isArray']
  /** Conditions on a value itself: `{ $gt: 5 }`. */
  readonly forPrimitives?: boolean
}

type Interpreters = Readonly<Record<string, Interpreter>>

/** Tests values by a table of interpreters. */
export function createInterpreter(
  interpreters: Interpreters,
  options: MatcherOptions = {},
): Context['interpret'] {
  const { get = member, compare = compareValues, isArray = Array.isArray } = options
  const table = new Map(Object.entries(interpreters))
  const context: Context = {
    get: (object, field) => (field === ITSELF ? object : readPath(object, field, get, isArray)),
    compare,
    isArray,
    interpret: (ast, value) => {
      const interpreter = table.get(ast.operator)
      if (!interpreter) throw new InvalidRule(`No interpreter of the operator "${ast.operator}"`)
      return interpreter(ast as never, value, context)
    },
  }
  return context.interpret
}

/** The test of a parsed condition. `translate` returns the same as a condition of the engine. */
export function createMatcher(
  ast: Ast,
  interpret: Context['interpret'],
  translate: (ast: Ast) => Condition,
): MatchConditions {
  const matches: MatchConditions = (object) => interpret(ast, object as never)
  matches.ast = ast
  matches.matchesAll = isAlways(ast)
  matches.toCondition = () => translate(ast)
  return matches
}

/** Only the operators of this package have a meaning that the engine knows. */
function createTranslator(interpreters: Interpreters, options: MatcherOptions | undefined) {
  const isOwn = (name: string) => name in interpreters
  return (ast: Ast): Condition => {
    if (options) throw new Inexact('A matcher with options of its own has no condition of the engine')
    return toCondition(ast, isOwn)
  }
}

/** A matcher with more operators: instructions parse them, and interpreters test them. */
export function buildMongoQueryMatcher(
  instructions: Instructions = {},
  interpreters: Interpreters = {},
  options?: MatcherOptions,
): ConditionsMatcher<MongoQuery> {
  const parse = createParser(
    { ...mongoInstructions, ...instructions },
    {
      defaultOperator: '$eq',
      nameOf: (operator) => operator.slice(1),
      isReserved: (name) => name.startsWith('$'),
    },
  )
  const interpret = createInterpreter({ ...mongoInterpreters, ...interpreters }, options)
  const field = options?.forPrimitives ? { field: ITSELF } : {}
  return (conditions) =>
    createMatcher(parse(conditions, field), interpret, createTranslator(interpreters, options))
}

/** Tests objects by conditions in the form of MongoDB. */
export const mongoQueryMatcher: ConditionsMatcher<MongoQuery> = buildMongoQueryMatcher()
