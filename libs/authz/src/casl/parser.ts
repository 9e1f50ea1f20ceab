import { type Ast, NOTHING, joinAst } from './ast.ts'
import { InvalidRule, display } from './errors.ts'

/** The parsed part of a query. */
export interface ParsingContext {
  /** The field of an operator; of an operator on whole queries, an empty text. */
  readonly field: string
  /** The object whose member the operator is. */
  readonly query: Readonly<Record<string, unknown>>
  readonly parse: Parse
  /** Whether the value has operators of a field. */
  readonly hasOperators: (value: unknown) => boolean
}

/** Parses a query about an object or, with a field, the operators of this field. */
export type Parse = (query: object, options?: { readonly field?: string }) => Ast

/** How to parse an operator. `field` compares a field, `compound` joins queries, and `document` is about the whole object. */
export interface Instruction {
  readonly type: string
  validate?(instruction: NamedInstruction, value: unknown): void
  parse?(instruction: NamedInstruction, value: never, context: ParsingContext): Ast
}
export type NamedInstruction = Instruction & { readonly name: string }
export type Instructions = Readonly<Record<string, Instruction>>

export interface ParserOptions {
  /** The operator of a field whose value has no operators. */
  readonly defaultOperator: string
  /** The operator in the condition: `eq` for `$eq`. */
  readonly nameOf: (operator: string) => string
  /** Whether the name is reserved for operators. */
  readonly isReserved: (name: string) => boolean
}

/** No real condition is deeper, and no call stack is deep enough for any depth. */
const DEEPEST = 250

export function checkDepth(depth: number): void {
  if (depth > DEEPEST) throw new InvalidRule(`The conditions are deeper than ${DEEPEST} levels`)
}

/** Whether the value is an object without a class, also of another realm. */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

/** The members of a query, each read once. */
function readMembers(query: unknown): Readonly<Record<string, unknown>> {
  if (!isPlainObject(query))
    throw new InvalidRule(`Conditions must be an object without a class, not ${display(query)}`)
  if (Object.getOwnPropertySymbols(query).length > 0)
    throw new InvalidRule('The name of a condition must be a text, not a symbol')
  return Object.assign(Object.create(null), query)
}

/** Parses conditions by a table of operators. */
export function createParser(instructions: Instructions, options: ParserOptions): Parse {
  let depth = 0
  const isOperator = (name: string) => Object.hasOwn(instructions, name)
  const isOfField = (name: string) => isOperator(name) && instructions[name]?.type === 'field'
  const hasOperators = (value: unknown) => isPlainObject(value) && Object.keys(value).some(isOfField)

  /** A field has the depth of its path, because each part of the path is an object. */
  const inside = <T>(levels: number, make: () => T): T => {
    depth += levels
    try {
      checkDepth(depth)
      return make()
    } finally {
      depth -= levels
    }
  }
  const apply = (operator: string, value: unknown, context: ParsingContext): Ast => {
    const instruction = { ...(instructions[operator] as Instruction), name: options.nameOf(operator) }
    instruction.validate?.(instruction, value)
    return (instruction.parse ?? parseByType)(instruction, value as never, context)
  }
  const parseOperator = (
    field: string,
    operator: string,
    value: unknown,
    query: ParsingContext['query'],
  ): Ast => {
    if (!isOperator(operator))
      throw new InvalidRule(
        options.isReserved(operator)
          ? `Unknown operator "${operator}" of "${field}"`
          : `The conditions of "${field}" have the operators of a field and also "${operator}"`,
      )
    if (!isOfField(operator))
      throw new InvalidRule(`"${operator}" is no operator of a field; "${field}" has it`)
    return inside(field.split('.').length, () =>
      apply(operator, value, { field, query, parse, hasOperators }),
    )
  }
  const parseField = (field: string, given: object): readonly Ast[] => {
    const query = readMembers(given)
    return Object.keys(query).map((operator) => parseOperator(field, operator, query[operator], query))
  }
  const parseMember = (name: string, query: ParsingContext['query']): readonly Ast[] => {
    const value = query[name]
    if (isOperator(name)) {
      if (isOfField(name))
        throw new InvalidRule(`"${name}" is an operator of a field; write { field: { ${name}: … } }`)
      return [apply(name, value, { field: '', query, parse, hasOperators })]
    }
    if (options.isReserved(name)) throw new InvalidRule(`Unknown operator "${name}"`)
    const isUnknown = isPlainObject(value) && Object.keys(value).some(options.isReserved)
    return hasOperators(value) || isUnknown
      ? parseField(name, value as object)
      : [parseOperator(name, options.defaultOperator, value, query)]
  }
  const parse: Parse = (given, { field } = {}) =>
    inside(1, () => {
      const query = field ? undefined : readMembers(given)
      const parts = query
        ? Object.keys(query).flatMap((name) => parseMember(name, query))
        : parseField(field as string, given)
      return joinAst(
        'and',
        parts.filter(({ operator }) => operator !== NOTHING.operator),
      )
    })
  return parse
}

/** Parses an operator whose instruction has no parser. */
function parseByType(
  { type, name }: NamedInstruction,
  value: unknown,
  { field, parse }: ParsingContext,
): Ast {
  if (type === 'field') return { operator: name, field, value }
  if (type === 'compound')
    return { operator: name, value: (Array.isArray(value) ? value : [value]).map((part) => parse(part)) }
  return { operator: name, value }
}
