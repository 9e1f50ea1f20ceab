import type { Permission } from '@content-service/domain'
import type { Access } from '@content-service/domain/internal/operations'
import type { OperationName } from '@content-service/domain/internal/model'
import type { TSchema } from 'typebox'
import type { BodyType } from '../requests/body.ts'
import type { RestHandler } from '../protocol/http.ts'
import type { Deprecation, QueryParameters } from '../requests/query-parameter.ts'

/** The headers of answers that clients work with. */
export type AnswerHeader =
  'ETag' | 'Location' | 'Content-Location' | 'Link' | 'X-Total-Count' | 'X-Total-Count-Precision'

/** The answer of a successful operation. */
export interface Answer {
  readonly status: 200 | 201 | 202 | 204 | 308
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
