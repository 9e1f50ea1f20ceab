import { GraphQLError, type DocumentNode } from 'graphql'

/** The limits of a request (C5.8). */
export interface GraphqlLimits {
  /** The levels of nested fields. */
  readonly depth: number
  /** The objects in the answer. */
  readonly cost: number
  /** The objects in each event of a subscription. */
  readonly streamCost: number
  readonly aliases: number
  readonly tokens: number
  /** The errors in one answer. */
  readonly errors: number
  /** The root fields of a mutation. */
  readonly rootFields: number
  /** The time limit of a request in milliseconds. */
  readonly timeoutMs: number
  /** The memory of the cached documents. */
  readonly documentCacheBytes: number
}

export const DEFAULT_LIMITS: GraphqlLimits = {
  depth: 12,
  cost: 10_000,
  streamCost: 500,
  aliases: 30,
  tokens: 2_000,
  errors: 10,
  rootFields: 10,
  timeoutMs: 10_000,
  documentCacheBytes: 32 * 1_048_576,
}

/** C5.8: any refusal of a guard. */
export const tooComplex = (message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code: 'QUERY_TOO_COMPLEX' } })

/** Finds an exceeded limit of a document, for any variables. */
export type DocumentGuard = (document: DocumentNode, limits: GraphqlLimits) => GraphQLError | null
