import type { Permission } from '@content-service/domain'
import type { Access } from '@content-service/domain/operations'
import type { OperationName } from '@content-service/domain/model'
import type { TSchema } from 'typebox'
import type { BodyType } from '../requests/body.ts'
import type { RestHandler } from '../http.ts'

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

/** The headers of answers that clients work with. */
export type AnswerHeader =
  'ETag' | 'Location' | 'Content-Location' | 'Link' | 'X-Total-Count' | 'X-Total-Count-Precision'

/** The answer of a successful operation. */
export interface Answer {
  readonly status: 200 | 201 | 202 | 204
  readonly description: string
  /** Absent if the response has no content. */
  readonly schema?: TSchema
  readonly headers: readonly AnswerHeader[]
}

/** The handler of a method of a route, and its part of the OpenAPI document. */
export interface Endpoint {
  readonly handler: RestHandler
  /** The operation that it performs; the audit log uses this name. */
  readonly operation: OperationName
  /** The `operationId`, where the same operation has several addresses. */
  readonly id?: string
  readonly summary: string
  /** Markdown. */
  readonly description?: string
  readonly access: Access
  /** C14.3: a caller without a credential can have the permission of `access`. */
  readonly isForGuests?: true
  readonly query?: QueryParameters
  readonly body?: BodyType<unknown>
  readonly answers: readonly Answer[]
  /** C12.16: the permission on the written record without which the response has no content. */
  readonly shows?: Permission
  /** Whether it checks If-Match (C6.8). */
  readonly isConditional?: true
  readonly deprecated?: Deprecation
}
