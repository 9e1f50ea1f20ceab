import type { Endpoint } from '../endpoints/endpoint.ts'
import type { Method } from '../routing/route.ts'
import { createHeaders, type HeaderName, type HeaderReference } from './headers.ts'
import { problemSchema } from './problem-schema.ts'
import type { JsonSchema } from './shared-schemas.ts'

export interface Response {
  readonly description: string
  /** C12.16: the permission without which the response has neither content nor an entity tag. */
  readonly 'x-content-needs'?: string
  readonly headers: Readonly<Record<string, HeaderReference>>
  readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>>
}

interface DescribedRoute {
  readonly endpoint: Endpoint
  readonly method: Method
}

/** A status other than success, and the operations that have it. */
interface Refusal {
  /** The name of the refusal among the components. */
  readonly name: string
  readonly description: string
  readonly headers: readonly HeaderName[]
  readonly isOf: (described: DescribedRoute) => boolean
}

const always = (): boolean => true
const isWrite = ({ method }: DescribedRoute): boolean => method !== 'GET'
const isConditional = ({ endpoint }: DescribedRoute): boolean => endpoint.isConditional === true
const hasBody = ({ endpoint }: DescribedRoute): boolean => endpoint.body !== undefined

/** C6.6, in the order of their statuses. */
export const REFUSALS = {
  400: {
    name: 'BadRequest',
    description: 'The query or the JSON is malformed, or the request has two credentials.',
    headers: [],
    isOf: always,
  },
  401: {
    name: 'Unauthenticated',
    description: 'The request needs a credential, or its credential is wrong.',
    headers: ['WWW-Authenticate'],
    isOf: always,
  },
  403: {
    name: 'Forbidden',
    description:
      'You lack a permission, which the message names. Or the token is not valid: `WWW-Authenticate` then says so.',
    headers: [],
    isOf: always,
  },
  404: {
    name: 'NotFound',
    description: 'The resource does not exist, or you may not see it.',
    headers: [],
    isOf: always,
  },
  406: {
    name: 'NotAcceptable',
    description: 'The service cannot send any of the media types in the `Accept` header.',
    headers: [],
    isOf: always,
  },
  409: {
    name: 'Conflict',
    description:
      'The request conflicts with stored data: the name is taken, the workflow has no such transition, or a request with the same `Idempotency-Key` is still running.',
    headers: ['Retry-After'],
    isOf: isWrite,
  },
  412: {
    name: 'PreconditionFailed',
    description:
      'The resource no longer has the version in `If-Match`. Read it again, and repeat the change.',
    headers: [],
    isOf: isConditional,
  },
  413: { name: 'PayloadTooLarge', description: 'The body is too large.', headers: [], isOf: hasBody },
  415: {
    name: 'UnsupportedMediaType',
    description: 'The body has an unsupported media type. Send one of the types in the `Accept` header.',
    headers: ['Accept'],
    isOf: hasBody,
  },
  422: {
    name: 'InvalidInput',
    description:
      'The input is not valid: `errors` names the wrong values. Or the `Idempotency-Key` belongs to another request.',
    headers: [],
    isOf: isWrite,
  },
  428: {
    name: 'PreconditionRequired',
    description: 'This service requires `If-Match` with every change.',
    headers: [],
    isOf: isConditional,
  },
  429: {
    name: 'TooManyRequests',
    description: 'You have sent too many requests in too short a time.',
    headers: ['Retry-After'],
    isOf: always,
  },
  500: {
    name: 'InternalError',
    description: 'The service failed, and logged the error.',
    headers: [],
    isOf: always,
  },
  503: {
    name: 'Unavailable',
    description: 'The service is unavailable for a moment, or too slow. It wrote nothing.',
    headers: ['Retry-After'],
    isOf: always,
  },
} as const satisfies Readonly<Record<number, Refusal>>

export const createRefusalResponse = ({ description, headers }: Refusal): Response => ({
  description,
  headers: createHeaders(headers),
  content: { 'application/problem+json': { schema: problemSchema } },
})

export type RefusalStatus = keyof typeof REFUSALS

/** The statuses of the refusals of an operation. */
export const listRefusalStatuses = (endpoint: Endpoint, method: Method): readonly RefusalStatus[] =>
  // The keys of the table are its statuses.
  (Object.keys(REFUSALS).map(Number) as RefusalStatus[]).filter((status) =>
    REFUSALS[status].isOf({ endpoint, method }),
  )

export const createRefusalReferences = (
  statuses: readonly RefusalStatus[],
): Readonly<Record<string, { readonly $ref: string }>> =>
  Object.fromEntries(
    statuses.map((status) => [status, { $ref: `#/components/responses/${REFUSALS[status].name}` }]),
  )
