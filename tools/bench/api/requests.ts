/** A request in a form that both `fetch` and the load generator can send. */
export interface BenchRequest {
  readonly method: 'GET' | 'POST' | 'PATCH'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

export const get = (path: string): BenchRequest => ({ method: 'GET', path, headers: {} })

const sendJson = (method: 'POST' | 'PATCH', path: string, body: object): BenchRequest => ({
  method,
  path,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

export const postJson = (path: string, body: object): BenchRequest => sendJson('POST', path, body)

export const patchJson = (path: string, body: object): BenchRequest => sendJson('PATCH', path, body)

export const postGraphql = (query: string, variables: object = {}): BenchRequest =>
  postJson('/graphql', { query, variables })

export const withHeaders = (
  request: BenchRequest,
  headers: Readonly<Record<string, string>>,
): BenchRequest => ({ ...request, headers: { ...request.headers, ...headers } })

/** The same request with a GraphQL document that no other place has. */
export const withOwnDocument = (request: BenchRequest, place: number): BenchRequest => {
  if (request.body === undefined) return request
  const { query, variables } = JSON.parse(request.body)
  return { ...request, body: JSON.stringify({ query: `${query} # ${place}`, variables }) }
}

/** The bytes of the request in HTTP/1.1. */
export const serialize = ({ method, path, headers, body }: BenchRequest, url: string): Buffer => {
  const all = {
    host: new URL(url).host,
    accept: 'application/json',
    ...headers,
    ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`)
}

/** @throws if the response is not a success. */
export const fetchJson = async (
  { method, path, headers, body }: BenchRequest,
  url: string,
): Promise<unknown> => {
  const response = await fetch(url + path, { method, headers, body: body ?? null })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} has the status ${response.status}: ${text}`)
  return JSON.parse(text)
}
