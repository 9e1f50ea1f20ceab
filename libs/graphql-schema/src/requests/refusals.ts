import type { ErrorCode } from '@content-service/domain'
import type { GraphQLError } from 'graphql'
import type { Response } from 'graphql-http'
import { createAnswer } from './answers.ts'
import { getCode } from './error-format.ts'
import { negotiateType, GRAPHQL_RESPONSE, JSON_RESPONSE, type Headed } from './negotiation.ts'

/** C5.7: clients of application/json expect these errors with status 200. */
const IN_THE_DOCUMENT: ReadonlySet<ErrorCode | undefined> = new Set([
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'BAD_USER_INPUT',
])

/** The status of a request that did not run. */
const findRequestErrorStatus = (errors: readonly GraphQLError[], isGraphqlResponse: boolean): number =>
  !isGraphqlResponse && errors.every((error) => IN_THE_DOCUMENT.has(getCode(error))) ? 200 : 400

/** C5.7: under application/json, only errors of the document or its variables have status 200. */
export const createRefusal = (request: Headed, errors: readonly GraphQLError[]): Response =>
  createAnswer(request, findRequestErrorStatus(errors, negotiateType(request) === GRAPHQL_RESPONSE), {
    errors,
  })

/** A refusal of graphql-http itself has a status and no code (C8). */
const CODES: Readonly<Record<number, ErrorCode>> = {
  400: 'BAD_REQUEST',
  405: 'METHOD_NOT_ALLOWED',
  406: 'NOT_ACCEPTABLE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
}

interface Told {
  readonly message: string
  readonly extensions?: Readonly<Record<string, unknown>>
}

const addCode = (error: Told, code: ErrorCode): Told =>
  error.extensions?.['code'] === undefined ? { ...error, extensions: { ...error.extensions, code } } : error

/** RFC 9110 §15.5.7. */
export const notAcceptable = (): Response => [
  null,
  {
    status: 406,
    statusText: 'Not Acceptable',
    headers: { accept: `${GRAPHQL_RESPONSE}, ${JSON_RESPONSE}` },
  },
]

/** The refusal with a code for each error. */
export const addCodes = ([body, init]: Response): Response => {
  const code = CODES[init.status]
  if (code === undefined) return [body, init]
  if (body === null) {
    const told = { errors: [{ message: `${init.status} ${init.statusText}`.trim(), extensions: { code } }] }
    const headers = { ...init.headers, 'content-type': JSON_RESPONSE }
    return [JSON.stringify(told), { ...init, headers }]
  }
  const { errors = [], ...rest } = JSON.parse(body) as { readonly errors?: readonly Told[] }
  return [JSON.stringify({ errors: errors.map((error) => addCode(error, code)), ...rest }), init]
}
