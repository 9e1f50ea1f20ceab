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

/** Whether the value is an object without a class, also of another realm. It inherits nothing from another object. */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return (
    prototype === Object.prototype ||
    prototype === null ||
    (Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype as object, 'isPrototypeOf'))
  )
}

/** The members of a query, each read once. */
function readMembers(query: unknown): Readonly<Record<string, unknown>> {
  if (!isPlainObject(query))
    throw new InvalidRule(`Conditions must be an object without a class, not ${display(query)}`)
  const members = { ...query }
  if (Object.getOwnPropertySymbols(members).length > 0)
    throw new InvalidRule('The name of a condition must be a text, not a symbol')
  return members
}

/** A field has the depth of its path, because each part of the path is an object. */
const countLevels = (field: string): number => (field.includes('.') ? field.split('.').length : 1)

/** Parses conditions by a table of operators. */
export function createParser(instructions: Instructions, options: ParserOptions): Parse {
  const table = new Map(
    Object.entries(instructions).map(([operator, instruction]) => [
      operator,
      { ...instruction, name: options.nameOf(operator) },
    ]),
  )
  const isOfField = (name: string) => table.get(name)?.type === 'field'
  const hasOperators = (value: unknown) => isPlainObject(value) && Object.keys(value).some(isOfField)
  let depth = 0
  const enter = (levels: number) => {
    depth += levels
    checkDepth(depth)
  }
  const apply = (instruction: NamedInstruction, value: unknown, context: ParsingContext): Ast => {
    instruction.validate?.(instruction, value)
    return (instruction.parse ?? parseByType)(instruction, value as never, context)
  }
  const parseOperator = (
    field: string,
    operator: string,
    value: unknown,
    query: ParsingContext['query'],
  ): Ast => {
    const instruction = table.get(operator)
    if (instruction?.type !== 'field') throw refuseOperator(field, operator, options.isReserved(operator))
    const levels = countLevels(field)
    enter(levels)
    const ast = apply(instruction, value, { field, query, parse, hasOperators })
    depth -= levels
    return ast
  }
  const parseField = (field: string, given: object, parts: Ast[]): void => {
    const query = readMembers(given)
    for (const operator of Object.keys(query)) {
      const part = parseOperator(field, operator, query[operator], query)
      if (part.operator !== NOTHING.operator) parts.push(part)
    }
  }
  const parseMember = (name: string, query: ParsingContext['query'], parts: Ast[]): void => {
    const value = query[name]
    const instruction = table.get(name)
    if (instruction?.type === 'field')
      throw new InvalidRule(`"${name}" is an operator of a field; write { field: { ${name}: … } }`)
    if (instruction) parts.push(apply(instruction, value, { field: '', query, parse, hasOperators }))
    else if (options.isReserved(name)) throw new InvalidRule(`Unknown operator "${name}"`)
    else if (hasOperators(value) || (isPlainObject(value) && Object.keys(value).some(options.isReserved)))
      parseField(name, value as object, parts)
    else parts.push(parseOperator(name, options.defaultOperator, value, query))
  }
  const parse: Parse = (given, { field } = {}) => {
    const parts: Ast[] = []
    enter(1)
    if (field) parseField(field, given, parts)
    else {
      const query = readMembers(given)
      for (const name of Object.keys(query)) parseMember(name, query, parts)
    }
    depth -= 1
    return joinAst('and', parts)
  }
  return (given, field) => {
    // An error ends the parsing at any depth.
    depth = 0
    return parse(given, field)
  }
}

const refuseOperator = (field: string, operator: string, isReserved: boolean): InvalidRule =>
  new InvalidRule(
    isReserved
      ? `"${operator}" is no operator of a field; "${field}" has it`
      : `The conditions of "${field}" have the operators of a field and also "${operator}"`,
  )

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
