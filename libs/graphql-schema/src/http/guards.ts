import { GraphQLError, type DocumentNode } from 'graphql'

/** How much a request may ask for (C5.8). */
export interface GraphqlLimits {
  /** Fields below each other. */
  readonly depth: number
  /** Objects that the answer may hold. */
  readonly cost: number
  readonly aliases: number
  readonly tokens: number
  /** Errors in one answer. */
  readonly errors: number
  /** Root fields of a mutation. */
  readonly rootFields: number
  /** Milliseconds until a request is given up. */
  readonly timeoutMs: number
  /** The memory of the parsed documents that are kept. */
  readonly documentCacheBytes: number
}

export const DEFAULT_LIMITS: GraphqlLimits = {
  depth: 12,
  cost: 10_000,
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
