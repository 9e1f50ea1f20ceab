import {
  checkDecimal,
  email,
  fullDate,
  InvalidValue,
  webAddress,
} from '@content-service/domain/internal/rules'
import {
  GraphQLError,
  print,
  valueFromASTUntyped,
  type ConstValueNode,
  type GraphQLScalarTypeConfig,
  type ValueNode,
} from 'graphql'

type Behaviour = Pick<GraphQLScalarTypeConfig<unknown, unknown>, 'coerceInputValue' | 'coerceInputLiteral'> &
  Partial<Pick<GraphQLScalarTypeConfig<unknown, unknown>, 'coerceOutputValue'>>

interface Given {
  readonly value: unknown
  /** The place of a literal in the document. */
  readonly node?: ConstValueNode
}

/** A list or an object can be too deep for JSON.stringify. A number has the digits that were sent: 1e400 has no value. */
const formatValue = ({ value, node }: Given): string => {
  if (typeof value === 'number' && node !== undefined) return print(node)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  return Array.isArray(value) ? 'a list' : 'an object'
}

/** C2.3: an error about a value, and not about the document. */
const wrongValue = (message: string, given: Given): GraphQLError =>
  new GraphQLError(`${message}, found: ${formatValue(given)}`, {
    nodes: given.node ?? null,
    extensions: { code: 'BAD_USER_INPUT' },
  })

/** C16.1: a number would lose digits. */
const FORMS: Readonly<Record<string, string>> = { Decimal: 'a text in quotes, such as "12.50"' }

const createParser = (name: string, rule: (text: string) => unknown, given: Given): unknown => {
  if (typeof given.value !== 'string') throw wrongValue(`${name} must be ${FORMS[name] ?? 'a string'}`, given)
  try {
    return rule(given.value)
  } catch (error) {
    if (error instanceof InvalidValue) throw wrongValue(`${name} ${error.message}`, given)
    throw error
  }
}

/** A scalar whose text must pass a rule of the domain (C2.3). */
const createTextScalar = (name: string, rule: (text: string) => unknown): Behaviour => ({
  coerceInputValue: (value) => createParser(name, rule, { value }),
  coerceInputLiteral: (node) =>
    createParser(name, rule, { value: valueFromASTUntyped(node as ValueNode), node }),
})

/** The parsers and serializers of the custom scalars. */
export const SCALARS: Readonly<Record<string, Behaviour>> = {
  Date: {
    ...createTextScalar('Date', fullDate),
    coerceOutputValue: (value) => (value instanceof Date ? value.toISOString().slice(0, 10) : value),
  },
  Decimal: createTextScalar('Decimal', checkDecimal),
  Email: createTextScalar('Email', email),
  URL: createTextScalar('URL', webAddress),
  JSON: {
    coerceInputValue: (value) => value,
    coerceInputLiteral: (node) => valueFromASTUntyped(node as unknown as ValueNode),
  },
}
