import type { TSchema } from 'typebox'

/** A deprecation, shown by headers (RFC 9745, RFC 8594) and in the document. */
export interface Deprecation {
  /** A time in RFC 3339. */
  readonly since: string
  /** A time in RFC 3339 after which the endpoint may be removed; absent while the time is unknown. */
  readonly sunset?: string
  /** A sentence that names the replacement. */
  readonly instead: string
}

/** A parameter of the query; its schema has the description. */
export interface QueryParameter {
  readonly schema: TSchema
  readonly isRequired?: true
  readonly deprecated?: Deprecation
}

export type QueryParameters = Readonly<Record<string, QueryParameter>>
