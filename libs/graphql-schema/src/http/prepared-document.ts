import {
  getOperationAST,
  GraphQLError,
  parse,
  validate,
  type DocumentNode,
  type GraphQLSchema,
} from 'graphql'

const MAX_DOCUMENTS = 1_000
/** Longer documents are prepared anew every time: the memory for them is worth more. */
const MAX_CACHED_LENGTH = 20_000

const coded = (error: GraphQLError, code: string): GraphQLError =>
  new GraphQLError(error.message, {
    nodes: error.nodes ?? null,
    source: error.source ?? null,
    positions: error.positions ?? null,
    extensions: { code },
  })

/** A document that may run, or why it may not. */
export type Prepared = DocumentNode | readonly GraphQLError[]

const prepare = (schema: GraphQLSchema, query: string): Prepared => {
  try {
    const document = parse(query)
    const errors = validate(schema, document)
    return errors.length > 0 ? errors.map((error) => coded(error, 'GRAPHQL_VALIDATION_FAILED')) : document
  } catch (error) {
    if (error instanceof GraphQLError) return [coded(error, 'GRAPHQL_PARSE_FAILED')]
    throw error
  }
}

/** Parses and validates each text of a document once. */
export const documentCache = (schema: GraphQLSchema) => {
  const cache = new Map<string, Prepared>()
  return (query: string): Prepared => {
    const known = cache.get(query)
    if (known !== undefined) return known
    const prepared = prepare(schema, query)
    if (query.length > MAX_CACHED_LENGTH) return prepared
    if (cache.size >= MAX_DOCUMENTS) cache.delete(cache.keys().next().value as string)
    cache.set(query, prepared)
    return prepared
  }
}

/** C5.7: an operation that is not there is BAD_REQUEST. */
export const operationProblem = (
  document: DocumentNode,
  operationName: string | null | undefined,
): GraphQLError | null => {
  if (getOperationAST(document, operationName)) return null
  const message = operationName
    ? `There is no operation named ${JSON.stringify(operationName)} in this document.`
    : 'Say with operationName which of the operations to run.'
  return new GraphQLError(message, { extensions: { code: 'BAD_REQUEST' } })
}
