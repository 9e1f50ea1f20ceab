import { quote } from '@content-service/domain/internal/rules'
import {
  getOperationAST,
  GraphQLError,
  parse,
  validate,
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql'
import { LRUCache } from 'lru-cache'
import { getCode } from './error-format.ts'
import { limitErrors } from './limits/error-limit.ts'
import { tooComplex, type GraphqlLimits } from './limits/guards.ts'
import { refuseLongParsing } from './limits/parsing.ts'
import { findAliasProblem, findDepthProblem, findSearchProblem } from './limits/size.ts'
import { removeContents } from './value-free-message.ts'
import { describeWrongLiteral } from './wrong-values.ts'

/** The approximate bytes of a syntax tree without places, for each token. */
const BYTES_OF_TOKEN = 120
const KEPT_MS = 3_600_000
/** A document with a long text hardly comes again, and takes long to parse a second time. */
const LONG = 262_144

const addCode = (error: GraphQLError, code: string): GraphQLError =>
  new GraphQLError(removeContents(error.message), {
    nodes: error.nodes ?? null,
    source: error.source ?? null,
    positions: error.positions ?? null,
    extensions: { code },
  })

/** A document that may run, or the reasons why it may not. */
export type Prepared = DocumentNode | readonly GraphQLError[]

/** The beginnings of the messages of graphql-js for a document that is too long, and for too many fields to compare. */
const TOO_LONG = 'Syntax Error: Document contains more than'
const TOO_REPETITIVE = 'Validation aborted.'

const tooLong = (maxTokens: number): GraphQLError =>
  tooComplex(
    `The document is too long: at most ${maxTokens} tokens. Use variables for values, or send several requests.`,
  )

const tooRepetitive = (): GraphQLError =>
  tooComplex(
    'The document repeats too many fields, directives or fragments. Select each field once, or send several requests.',
  )

const parseDocument = (query: string, maxTokens: number): DocumentNode => {
  refuseLongParsing(query, maxTokens)
  try {
    return parse(query, { maxTokens })
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error
    throw error.message.startsWith(TOO_LONG) ? tooLong(maxTokens) : addCode(error, 'GRAPHQL_PARSE_FAILED')
  }
}

/** The error of a custom scalar about a literal has its own code (C2.3). */
const formatValidationError = (error: GraphQLError, document: DocumentNode): GraphQLError =>
  error.message === TOO_REPETITIVE ? tooRepetitive() : describeError(error, document)

const describeError = (error: GraphQLError, document: DocumentNode): GraphQLError =>
  getCode(error) === 'BAD_USER_INPUT'
    ? describeWrongLiteral(error, removeContents(error.message), document)
    : addCode(error, 'GRAPHQL_VALIDATION_FAILED')

const prepare = (schema: GraphQLSchema, query: string, limits: GraphqlLimits): Prepared => {
  try {
    const document = parseDocument(query, limits.tokens)
    const errors = validate(schema, document, undefined, { maxErrors: limits.errors })
    if (errors.length > 0)
      return limitErrors(
        errors.map((error) => formatValidationError(error, document)),
        limits.errors,
      )
    const tooMuch =
      findDepthProblem(document, limits) ?? findAliasProblem(document, limits) ?? findSearchProblem(document)
    return tooMuch ? [tooMuch] : document
  } catch (error) {
    if (error instanceof GraphQLError) return [error]
    throw error
  }
}

const measureSize = ({ tokenCount = 0 }: DocumentNode, query: string): number =>
  2 * query.length + BYTES_OF_TOKEN * tokenCount

/** Parses and validates each text of a valid document once, as long as the cache keeps it. */
export const createDocumentCache = (schema: GraphQLSchema, limits: GraphqlLimits) => {
  const cache = new LRUCache<string, DocumentNode>({
    maxSize: limits.documentCacheBytes,
    sizeCalculation: measureSize,
    ttl: KEPT_MS,
  })
  const find = (query: string): Prepared => {
    const known = cache.get(query)
    if (known !== undefined) return known
    const prepared = prepare(schema, query, limits)
    if (!('kind' in prepared) || query.length > LONG) return prepared
    const document = parse(query, { noLocation: true })
    cache.set(query, document)
    return document
  }
  return Object.assign(find, { isKnown: (query: string) => cache.has(query) })
}

/** The operation to run; BAD_REQUEST if the request could mean none or several operations (C5.7). */
export const findOperation = (
  document: DocumentNode,
  operationName: string | null | undefined,
): OperationDefinitionNode | GraphQLError => {
  const operation = getOperationAST(document, operationName)
  if (operation) return operation
  const message = operationName
    ? `This document has no operation named ${quote(operationName)}.`
    : 'The document has several operations. Set operationName to the operation to run.'
  return new GraphQLError(message, { extensions: { code: 'BAD_REQUEST' } })
}
