import type { TSchema } from 'typebox'
import type { Endpoint } from '../endpoints/endpoint.ts'
import type { QueryParameter } from '../requests/query-parameter.ts'
import type { Method, Route } from '../routing/route.ts'
import type { JsonSchema } from './shared-schemas.ts'

export interface Reference {
  readonly $ref: string
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly description: string
  readonly required: boolean
  readonly deprecated?: true
  readonly schema: JsonSchema
}

const createHeaderParameter = (name: string, description: string, example: string): Parameter => ({
  name,
  in: 'header',
  description,
  required: false,
  schema: { type: 'string', maxLength: 8_192, examples: [example] },
})

/** The headers of requests, except those with a credential. */
export const HEADER_PARAMETERS = {
  IfMatch: createHeaderParameter(
    'If-Match',
    'The `ETag` of the version that you want to change (RFC 9110 §13.1.1). If the resource has another version, the response is 412.',
    '"3-mZ0kq1cV7yXr2b9L"',
  ),
  IfNoneMatch: createHeaderParameter(
    'If-None-Match',
    'For GET, the `ETag` of your copy: the response is 304 if the copy is current. For PUT, `*`: the request creates the resource, or the response is 412.',
    '"3-mZ0kq1cV7yXr2b9L"',
  ),
  IdempotencyKey: {
    ...createHeaderParameter(
      'Idempotency-Key',
      'A new value for each action, such as a UUID. If you repeat the request with the same key within 24 hours, the service sends the stored response and does not repeat the action.',
      '0d1f8f0a-52f5-4b8e-a0c1-8b1f4f3f3c0e',
    ),
    schema: {
      type: 'string',
      minLength: 1,
      maxLength: 255,
      examples: ['0d1f8f0a-52f5-4b8e-a0c1-8b1f4f3f3c0e'],
    },
  },
} as const satisfies Readonly<Record<string, Parameter>>

/** Whether the client can ask for a representation only if it has changed (C6.8). */
export const isRevalidated = ({ answers }: Endpoint, method: Method): boolean =>
  method === 'GET' && answers.some(({ headers }) => headers.includes('ETag'))

const mayCreate = ({ answers }: Endpoint): boolean => answers.some(({ status }) => status === 201)

const listHeaderParameters = (endpoint: Endpoint, method: Method): readonly Reference[] => {
  const takesIfNoneMatch = isRevalidated(endpoint, method) || (method === 'PUT' && mayCreate(endpoint))
  const names: readonly (keyof typeof HEADER_PARAMETERS)[] = [
    ...(endpoint.isConditional ? (['IfMatch'] as const) : []),
    ...(takesIfNoneMatch ? (['IfNoneMatch'] as const) : []),
    ...(method === 'POST' ? (['IdempotencyKey'] as const) : []),
  ]
  return names.map((name) => ({ $ref: `#/components/parameters/${name}` }))
}

/** A description, and the schema without it. */
const splitDescription = ({ description = '', ...schema }: TSchema & { readonly description?: string }) => ({
  description,
  schema,
})

const createQueryParameter = (
  name: string,
  { schema, isRequired, deprecated }: QueryParameter,
): Parameter => {
  const parameter: Parameter = {
    name,
    in: 'query',
    required: isRequired === true,
    ...splitDescription(schema),
  }
  return deprecated === undefined
    ? parameter
    : { ...parameter, description: `${parameter.description} ${deprecated.instead}`, deprecated: true }
}

/** The variables of a route's path. @throws if one of them has no description. */
export const listPathParameters = ({ path, variables = {} }: Route): readonly Parameter[] =>
  [...path.matchAll(/:([a-z]+)/g)].map(([, name = '']) => {
    const schema = variables[name]
    if (schema === undefined) throw new Error(`The route ${path} does not say what ${name} is.`)
    return { name, in: 'path', required: true, ...splitDescription(schema) }
  })

export const listParameters = (method: Method, endpoint: Endpoint): readonly (Parameter | Reference)[] => [
  ...Object.entries<QueryParameter>(endpoint.query ?? {}).map(([name, parameter]) =>
    createQueryParameter(name, parameter),
  ),
  ...listHeaderParameters(endpoint, method),
]
