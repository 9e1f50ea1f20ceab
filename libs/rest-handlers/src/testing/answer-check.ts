import type { OpenApiDocument } from '../openapi/document.ts'
import type { Header } from '../openapi/headers.ts'
import type { Operation } from '../openapi/operations.ts'
import type { Response } from '../openapi/refusals.ts'
import { listSchemas, type DocumentSchemas } from './document-schemas.ts'
import { createResolver, type Resolve } from './references.ts'

/** A request and its response: the parts that the document describes. */
export interface Exchange {
  readonly method: string
  readonly query?: URLSearchParams
  /** The path without its query. */
  readonly path: string
  readonly sent?: string | undefined
  readonly status: number
  /** Returns null for a missing header. */
  readonly header: (name: string) => string | null
  readonly body: string
}

type Findings = readonly string[]

interface Checks extends DocumentSchemas {
  readonly document: OpenApiDocument
  readonly resolve: Resolve
}

const NOT_THERE = { $ref: '#/components/responses/NotFound' }

const matches = (template: string, path: string): boolean => {
  const [wanted, given] = [template.split('/'), path.split('/')]
  return (
    wanted.length === given.length && wanted.every((part, at) => part.startsWith('{') || part === given[at])
  )
}

const findOperation = ({ paths }: OpenApiDocument, { method, path }: Exchange): Operation | undefined => {
  const template = Object.keys(paths).find((candidate) => matches(candidate, path)) ?? ''
  const operations = Object.entries(paths[template] ?? {}).filter(([name]) => name === method.toLowerCase())
  // The key of a method contains its operation.
  return operations[0]?.[1] as Operation | undefined
}

const parseBody = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A number is written as text in a header. */
const readValue = ({ schema }: Header, text: string): unknown =>
  'type' in schema && schema.type === 'integer' ? Number(text) : text

const inHeaders = ({ resolve, problemsIn }: Checks, { headers }: Response, { header }: Exchange): Findings =>
  Object.entries(headers).flatMap(([name, reference]) => {
    const described = resolve<Header>(reference)
    const text = header(name)
    if (text === null) return described.required ? [`${name} is missing`] : []
    const problems = problemsIn(described.schema, readValue(described, text))
    return problems === null ? [] : [`${name}: ${text}: ${problems}`]
  })

const inContent = (
  { problemsIn }: DocumentSchemas,
  { content = {} }: Response,
  exchange: Exchange,
): Findings => {
  const [described] = Object.entries(content)
  if (described === undefined || exchange.method === 'HEAD')
    return exchange.body === '' ? [] : [`there is content: ${exchange.body}`]
  const [type, { schema }] = described
  const given = exchange.header('content-type')
  if (given?.split(';')[0] !== type) return [`the content is ${given}`]
  // The schema describes a whole body.
  if (exchange.query?.has('fields') || exchange.query?.has('include')) return []
  const problems = problemsIn(schema, parseBody(exchange.body))
  return problems === null ? [] : [`${exchange.body}: ${problems}`]
}

/** The accepted parts of a request must follow the document. */
const inRequest = (
  { problemsIn }: DocumentSchemas,
  { requestBody }: Operation,
  exchange: Exchange,
): Findings => {
  const [described] = Object.values(requestBody?.content ?? {})
  if (described === undefined || exchange.status >= 300) return []
  const problems = problemsIn(described.schema, parseBody(exchange.sent ?? ''))
  return problems === null ? [] : [`${exchange.sent} was taken: ${problems}`]
}

/** C12.16: the part of a response that callers receive who may not read the record. */
const selectShownPart = (response: Response, { body }: Exchange): Response => {
  if (response['x-content-needs'] === undefined || body !== '') return response
  const { description, headers } = response
  const { ETag: _tag, ...others } = headers
  return { description, headers: others }
}

const listFindings = (checks: Checks, exchange: Exchange): Findings => {
  const operation = findOperation(checks.document, exchange)
  const described = operation?.responses[exchange.status]
  // A request that the document does not describe may get a problem of any kind.
  if (described === undefined && (operation !== undefined || exchange.status < 400))
    return ['there is no such answer']
  const response = selectShownPart(checks.resolve<Response>(described ?? NOT_THERE), exchange)
  return [
    ...inHeaders(checks, response, exchange),
    ...inContent(checks, response, exchange),
    ...(operation ? inRequest(checks, operation, exchange) : []),
  ]
}

/**
 * Compares exchanges with the OpenAPI document: the status, the headers and the content of the response, and the
 * accepted parts of the request. The check throws an Error that names each undocumented part.
 */
export const answerCheck = (document: OpenApiDocument): ((exchange: Exchange) => void) => {
  const checks = { document, resolve: createResolver(document), ...listSchemas(document) }
  return (exchange) => {
    const findings = listFindings(checks, exchange)
    const { method, path, status } = exchange
    if (findings.length > 0)
      throw new Error(`${method} ${path} was answered ${status}, but by the document ${findings.join('; ')}`)
  }
}
