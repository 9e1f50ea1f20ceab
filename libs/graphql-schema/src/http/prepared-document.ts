import {
  getOperationAST,
  GraphQLError,
  parse,
  validate,
  type DocumentNode,
  type GraphQLSchema,
} from 'graphql'
import { withoutContents } from './error-format.ts'
import { MAX_TOKENS, sizeProblem } from './size.ts'

const MAX_DOCUMENTS = 1_000
/** Longer documents are prepared anew every time: the memory for them is worth more. */
const MAX_CACHED_LENGTH = 20_000

const coded = (error: GraphQLError, code: string): GraphQLError =>
  new GraphQLError(withoutContents(error.message), {
    nodes: error.nodes ?? null,
    source: error.source ?? null,
    positions: error.positions ?? null,
    extensions: { code },
  })

/** A document that may run, or why it may not. */
export type Prepared = DocumentNode | readonly GraphQLError[]

const parsed = (query: string): DocumentNode => {
  try {
    return parse(query, { maxTokens: MAX_TOKENS })
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error
    throw coded(
      error,
      error.message.includes('Document contains more') ? 'QUERY_TOO_COMPLEX' : 'GRAPHQL_PARSE_FAILED',
    )
  }
}

const prepare = (schema: GraphQLSchema, query: string): Prepared => {
  try {
    const document = parsed(query)
    const errors = validate(schema, document)
    if (errors.length > 0) return errors.map((error) => coded(error, 'GRAPHQL_VALIDATION_FAILED'))
    const tooLarge = sizeProblem(document)
    return tooLarge ? [tooLarge] : document
  } catch (error) {
    if (error instanceof GraphQLError) return [error]
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
