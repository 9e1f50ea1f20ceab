import type { Schemas } from '../generated/rest.ts'

/** A code that the service sends; each has a page: https://…/api/errors/CODE. */
export type ServerCode = Schemas['Problem']['code']

/** A record, so that the compiler reports a code that is missing here. */
const CODES: Readonly<Record<ServerCode, 1>> = {
  GRAPHQL_PARSE_FAILED: 1,
  GRAPHQL_VALIDATION_FAILED: 1,
  BAD_REQUEST: 1,
  BAD_USER_INPUT: 1,
  UNAUTHENTICATED: 1,
  FORBIDDEN: 1,
  NOT_FOUND: 1,
  CONFLICT: 1,
  INVALID_TRANSITION: 1,
  IDEMPOTENCY_CONFLICT: 1,
  PRECONDITION_FAILED: 1,
  PAYLOAD_TOO_LARGE: 1,
  QUERY_TOO_COMPLEX: 1,
  PERSISTED_QUERY_NOT_FOUND: 1,
  RATE_LIMITED: 1,
  METHOD_NOT_ALLOWED: 1,
  NOT_ACCEPTABLE: 1,
  UNSUPPORTED_MEDIA_TYPE: 1,
  PRECONDITION_REQUIRED: 1,
  INVALID_TOKEN: 1,
  TIMEOUT: 1,
  UNAVAILABLE: 1,
  INTERNAL_SERVER_ERROR: 1,
}

export const isServerCode = (code: string): code is ServerCode => Object.hasOwn(CODES, code)
