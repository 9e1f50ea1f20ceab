import type { Endpoint } from '../endpoint.ts'
import type { Method } from '../route.ts'
import { headersWith, type HeaderName, type HeaderReference } from './headers.ts'
import { problemSchema } from './problem-schema.ts'
import type { JsonSchema } from './shared-schemas.ts'

export interface Response {
  readonly description: string
  readonly headers: Readonly<Record<string, HeaderReference>>
  readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>>
}

interface Asked {
  readonly endpoint: Endpoint
  readonly method: Method
}

/** A status other than success, and which operations have it. */
interface Refusal {
  /** Its name among the components. */
  readonly name: string
  readonly description: string
  readonly headers: readonly HeaderName[]
  readonly isOf: (asked: Asked) => boolean
}

const always = (): boolean => true
const isWrite = ({ method }: Asked): boolean => method !== 'GET'
const isConditional = ({ endpoint }: Asked): boolean => endpoint.isConditional === true
const hasBody = ({ endpoint }: Asked): boolean => endpoint.body !== undefined

/** C6.6, in the order of their statuses. */
export const REFUSALS = {
  400: {
    name: 'BadRequest',
    description: 'Malformed: the query, the JSON, or two credentials at once.',
    headers: [],
    isOf: always,
  },
  401: {
    name: 'Unauthenticated',
    description: 'A credential is needed, or the one that was sent is wrong.',
    headers: ['WWW-Authenticate'],
    isOf: always,
  },
  403: {
    name: 'Forbidden',
    description:
      'Not allowed: the message names the permission that is missing. Or the token is not valid, as `WWW-Authenticate` then says.',
    headers: [],
    isOf: always,
  },
  404: {
    name: 'NotFound',
    description: 'There is no such thing, or the caller may not know of it.',
    headers: [],
    isOf: always,
  },
  406: {
    name: 'NotAcceptable',
    description: 'The `Accept` header admits nothing that is served here.',
    headers: [],
    isOf: always,
  },
  409: {
    name: 'Conflict',
    description:
      'In conflict with what is there: a name that is taken, a transition that the workflow does not have, or a request with the same `Idempotency-Key` that is not done yet.',
    headers: ['Retry-After'],
    isOf: isWrite,
  },
  412: {
    name: 'PreconditionFailed',
    description: 'It is not the version that `If-Match` names: read it again, and repeat the change.',
    headers: [],
    isOf: isConditional,
  },
  413: { name: 'PayloadTooLarge', description: 'The body is too large.', headers: [], isOf: hasBody },
  415: {
    name: 'UnsupportedMediaType',
    description: 'Send the body as one of those that `Accept` names.',
    headers: ['Accept'],
    isOf: hasBody,
  },
  422: {
    name: 'InvalidInput',
    description:
      'The input is not valid: `errors` says where. Or the `Idempotency-Key` was used for another request.',
    headers: [],
    isOf: isWrite,
  },
  428: {
    name: 'PreconditionRequired',
    description: 'This service wants `If-Match` with every change.',
    headers: [],
    isOf: isConditional,
  },
  429: {
    name: 'TooManyRequests',
    description: 'Too many in too little time.',
    headers: ['Retry-After'],
    isOf: always,
  },
  500: {
    name: 'InternalError',
    description: 'Something went wrong here; it has been logged.',
    headers: [],
    isOf: always,
  },
  503: {
    name: 'Unavailable',
    description: 'Away for a moment, or too slow: nothing was written.',
    headers: ['Retry-After'],
    isOf: always,
  },
} as const satisfies Readonly<Record<number, Refusal>>

export const refusalResponse = ({ description, headers }: Refusal): Response => ({
  description,
  headers: headersWith(headers),
  content: { 'application/problem+json': { schema: problemSchema } },
})

export type RefusalStatus = keyof typeof REFUSALS

/** Those that an operation has. */
export const refusalStatuses = (endpoint: Endpoint, method: Method): readonly RefusalStatus[] =>
  // The keys of the table are its statuses.
  (Object.keys(REFUSALS).map(Number) as RefusalStatus[]).filter((status) =>
    REFUSALS[status].isOf({ endpoint, method }),
  )

export const refusalReferences = (
  statuses: readonly RefusalStatus[],
): Readonly<Record<string, { readonly $ref: string }>> =>
  Object.fromEntries(
    statuses.map((status) => [status, { $ref: `#/components/responses/${REFUSALS[status].name}` }]),
  )
