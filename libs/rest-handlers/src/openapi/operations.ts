import type { Permission } from '@content-service/domain'
import type { Answer, Endpoint } from '../endpoints/endpoint.ts'
import type { Method, Route } from '../routing/route.ts'
import { createHeaders } from './headers.ts'
import {
  isRevalidated,
  listParameters,
  listPathParameters,
  type Parameter,
  type Reference,
} from './parameters.ts'
import { createRefusalReferences, listRefusalStatuses, type Response } from './refusals.ts'
import { createSecurity } from './security.ts'
import type { JsonSchema } from './shared-schemas.ts'

export interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly tags: readonly string[]
  readonly deprecated?: true
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters: readonly (Parameter | Reference)[]
  readonly requestBody?: {
    readonly required: true
    readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>>
  }
  /** The responses by status. */
  readonly responses: Readonly<Record<string, Response | Reference>>
}

/** The variables of a path, and its operations by method in lower case. */
export interface PathItem {
  readonly parameters?: readonly Parameter[]
  readonly get?: Operation
  readonly head?: Operation
  readonly post?: Operation
  readonly put?: Operation
  readonly patch?: Operation
  readonly delete?: Operation
  readonly options?: Operation
}

const listDeprecationHeaders = ({ deprecated }: Endpoint): readonly ('Deprecation' | 'Sunset')[] =>
  deprecated === undefined ? [] : ['Deprecation', 'Sunset']

/** C6.9. */
const listReplayHeaders = (method: Method): readonly 'Idempotent-Replayed'[] =>
  method === 'POST' ? ['Idempotent-Replayed'] : []

/** C12.16: a creation without content has the status 201 as well. */
const isShownInPart = ({ status, headers }: Answer): boolean => status === 201 && headers.includes('Location')

const describeHidden = (permission: Permission): string =>
  `Without \`${permission}\` on the record, the response has no content.`

/** C12.16: the response of a write whose caller may not read the record. */
const describeWithoutContent = (method: Method, endpoint: Endpoint): Operation['responses'] =>
  endpoint.shows === undefined || endpoint.answers.every(isShownInPart)
    ? {}
    : {
        204: {
          description: `The change is made. ${describeHidden(endpoint.shows)}`,
          headers: createHeaders([...listReplayHeaders(method), ...listDeprecationHeaders(endpoint), 'Vary']),
        },
      }

const describeAnswer = (
  answer: Answer,
  { shows }: Endpoint,
): Pick<Response, 'description' | 'x-content-needs'> =>
  shows !== undefined && isShownInPart(answer)
    ? { description: `${answer.description} ${describeHidden(shows)}`, 'x-content-needs': shows }
    : { description: answer.description }

const createResponse = (answer: Answer, endpoint: Endpoint, method: Method): Response => ({
  ...describeAnswer(answer, endpoint),
  headers: createHeaders([
    ...answer.headers,
    ...listReplayHeaders(method),
    ...listDeprecationHeaders(endpoint),
    'Vary',
  ]),
  ...(answer.schema && { content: { 'application/json': { schema: answer.schema } } }),
})

const NOT_MODIFIED: Response = {
  description: 'The resource still has the version in `If-None-Match`.',
  headers: createHeaders(['ETag', 'Vary']),
}

const createResponses = (method: Method, endpoint: Endpoint): Operation['responses'] => ({
  ...Object.fromEntries(
    endpoint.answers.map((answer) => [answer.status, createResponse(answer, endpoint, method)]),
  ),
  ...describeWithoutContent(method, endpoint),
  ...(isRevalidated(endpoint, method) && { 304: NOT_MODIFIED }),
  ...createRefusalReferences(listRefusalStatuses(endpoint, method)),
})

const createBody = ({ body }: Endpoint): Pick<Operation, 'requestBody'> =>
  body === undefined
    ? {}
    : {
        requestBody: {
          required: true,
          content: Object.fromEntries(body.mediaTypes.map((type) => [type, { schema: body.schema }])),
        },
      }

const createOperation = (route: Route, method: Method, endpoint: Endpoint): Operation => {
  const { operation, id = operation, summary, description, deprecated } = endpoint
  const sentences = [description, deprecated?.instead].filter((sentence) => sentence !== undefined)
  return {
    operationId: id,
    summary,
    ...(sentences.length > 0 && { description: sentences.join(' ') }),
    tags: [route.tag],
    ...(deprecated && { deprecated: true }),
    security: createSecurity(endpoint),
    parameters: listParameters(method, endpoint),
    ...createBody(endpoint),
    responses: createResponses(method, endpoint),
  }
}

const removeContent = (response: Response | Reference): Response | Reference => {
  if ('$ref' in response) return response
  const { description, headers } = response
  return { description, headers }
}

/** C6.4: HEAD is GET without its content. */
const createHead = ({ operationId, responses, ...get }: Operation): Operation => ({
  ...get,
  operationId: `${operationId}Head`,
  summary: `${get.summary}: only the headers`,
  responses: Object.fromEntries(
    Object.entries(responses).map(([status, response]) => [status, removeContent(response)]),
  ),
})

/** C6.2, C6.4: OPTIONS is public, and does not check credentials. */
const createOptions = (route: Route, id: string): Operation => ({
  operationId: `${id}Options`,
  summary: 'List the methods of this URL',
  tags: [route.tag],
  security: [{}],
  parameters: [],
  responses: {
    200: {
      description: 'The methods.',
      headers: createHeaders(['Allow', ...(route.methods.PATCH ? (['Accept-Patch'] as const) : [])]),
    },
    ...createRefusalReferences([400, 429, 500, 503]),
  },
})

/** All operations of a route. */
export const createPathItem = (route: Route): PathItem => {
  // The keys of the table are its methods.
  const entries = Object.entries(route.methods) as [Method, Endpoint][]
  const operations = entries.map(
    ([method, endpoint]) => [method.toLowerCase(), createOperation(route, method, endpoint)] as const,
  )
  const item: PathItem = Object.fromEntries(operations)
  const [[, first] = []] = operations
  const parameters = listPathParameters(route)
  return {
    ...(parameters.length > 0 && { parameters }),
    ...item,
    ...(item.get && { head: createHead(item.get) }),
    ...(first && { options: createOptions(route, first.operationId) }),
  }
}
