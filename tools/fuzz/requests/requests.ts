import { openApiDocument } from '@content-service/rest-handlers'
import { createResolver } from '@content-service/rest-handlers/testing'
import fc from 'fast-check'
import { HOSTILE, mostly, type Resolve, type ValueSchema } from './values.ts'

/** A request without its sender and without the values of its variables. */
export interface FuzzedRequest {
  readonly method: string
  /** The path, which still contains `{id}`. */
  readonly template: string
  /** The value of each variable; null for an existing record. */
  readonly variables: readonly (string | null)[]
  readonly query: readonly (readonly [string, string])[]
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  /** The number of the sender among all senders. */
  readonly sender: number
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly schema: ValueSchema
}
interface Operation {
  readonly parameters: readonly (Parameter | { readonly $ref: string })[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: ValueSchema }>> }
}
interface Addressed extends Operation {
  readonly template: string
  readonly method: string
}

const document = openApiDocument({ baseUrl: 'http://127.0.0.1' })

const resolve: Resolve = createResolver(document)

/** Every operation of the document, by its address. */
export const OPERATIONS: readonly Addressed[] = Object.entries(document.paths).flatMap(([template, item]) =>
  Object.entries(item)
    .filter(([method]) => method !== 'parameters')
    // The key of a method contains its operation.
    .map(([method, operation]) => ({ ...(operation as Operation), template, method: method.toUpperCase() })),
)

const ASCII = fc.stringMatching(/^[ -~]{0,30}$/)

const maybe = <Value>(arbitrary: fc.Arbitrary<Value>, absent = 3): fc.Arbitrary<Value | undefined> =>
  fc.oneof({ weight: absent, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary })

const HEADERS = fc.record({
  accept: maybe(
    fc.oneof(fc.constantFrom('application/json', '*/*', 'text/html', 'application/xml;q=0'), ASCII),
  ),
  'if-match': maybe(fc.oneof(fc.constantFrom('*', '"1"', 'W/"1"', '"1", "2"', '"'), ASCII)),
  'if-none-match': maybe(fc.oneof(fc.constantFrom('*', '"1"', '""'), ASCII)),
  'idempotency-key': maybe(fc.oneof(fc.uuid(), fc.constantFrom('one', 'two', '"', ''), ASCII), 6),
  'x-forwarded-for': maybe(fc.constantFrom('127.0.0.1', '::1', 'x', '1.2.3.4, 5.6.7.8'), 9),
})

const CONTENT_TYPE = fc.oneof(
  { weight: 16, arbitrary: fc.constant('application/json') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'application/merge-patch+json',
      'text/plain',
      'application/json; charset=utf-16',
      'x',
    ),
  },
)

const written = (value: unknown): string =>
  typeof value === 'string' ? value : String(JSON.stringify(value))

const drawQuery = ({ parameters }: Operation): fc.Arbitrary<FuzzedRequest['query']> => {
  const known = parameters.filter((parameter) => 'in' in parameter && parameter.in === 'query')
  const values = known.map((parameter) => {
    const { name, schema } = parameter as Parameter
    return maybe(mostly(schema, resolve)).map((value) => [name, value] as const)
  })
  const unknown = maybe(fc.tuple(fc.constantFrom('limit', 'x', '__proto__', 'access_token'), HOSTILE), 12)
  return fc
    .tuple(...values, unknown)
    .map((pairs) =>
      pairs.flatMap((pair) =>
        pair === undefined || pair[1] === undefined ? [] : [[pair[0], written(pair[1])] as const],
      ),
    )
}

const drawBody = ({ requestBody }: Operation): fc.Arbitrary<string | undefined> => {
  const [content] = Object.values(requestBody?.content ?? {})
  if (content === undefined) return maybe(fc.constantFrom('{}', 'x'), 20)
  const right = mostly(content.schema, resolve).map((value) => JSON.stringify(value))
  const broken = fc.constantFrom('', '{', 'null', '[]', '"x"', '{"a":1}{', '{"name":"a","name":"b"}')
  return fc.oneof({ weight: 14, arbitrary: right }, { weight: 1, arbitrary: broken })
}

const variablesIn = (template: string): number => template.split('{').length - 1

const VARIABLE = fc.oneof(
  { weight: 8, arbitrary: fc.constant(null) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('0', '1', '2147483647', '2147483648', '01', '-1', '1e3', 'me', '%', '..%2f'),
  },
  { weight: 1, arbitrary: fc.uuid({ version: 7 }) },
  { weight: 1, arbitrary: HOSTILE.map(written) },
)

/** Requests to an operation, most of which are nearly right. */
export const requestTo = (operation: Addressed): fc.Arbitrary<FuzzedRequest> => {
  const { template, method } = operation
  return fc
    .record({
      method: fc.oneof(
        { weight: 30, arbitrary: fc.constant(method) },
        { weight: 1, arbitrary: fc.constantFrom('GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE') },
      ),
      template: fc.constant(template),
      variables: fc.array(VARIABLE, { minLength: variablesIn(template), maxLength: variablesIn(template) }),
      query: drawQuery(operation),
      given: HEADERS,
      type: CONTENT_TYPE,
      body: drawBody(operation),
      sender: fc.nat({ max: 6 }),
    })
    .map(({ given, type, body, ...request }) => {
      const headers = Object.fromEntries(
        Object.entries({ ...given, ...(body !== undefined && { 'content-type': type }) }).filter(
          (header): header is [string, string] => header[1] !== undefined,
        ),
      )
      const takesBody = request.method !== 'GET' && request.method !== 'HEAD'
      return { ...request, headers, body: takesBody ? body : undefined }
    })
}

/** Requests to every address of the document, most of which are nearly right. */
export const REQUESTS: fc.Arbitrary<FuzzedRequest> = fc.constantFrom(...OPERATIONS).chain(requestTo)
