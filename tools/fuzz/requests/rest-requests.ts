import type { Draw } from './draw.ts'
import { fillAddress } from './address.ts'
import type { FuzzWorld, GeneratedRequest } from './generated-request.ts'
import { hostileText, hostileValue, replaceWithHostilePart } from './hostile-values.ts'
import { OPERATIONS, requestTo, type FuzzedRequest } from './requests.ts'

type Made = Omit<GeneratedRequest, 'kind'>
type Distort = (draw: Draw, request: FuzzedRequest) => FuzzedRequest

const short = (draw: Draw): string => hostileText(draw, draw.pick([50, 1_000, 20_000]))

const parseBody = (body: string | undefined): unknown => {
  try {
    return body === undefined ? {} : JSON.parse(body)
  } catch {
    return body // a broken body is hostile already
  }
}

const replaceBody = (request: FuzzedRequest, body: string): FuzzedRequest => {
  const method = ['GET', 'HEAD'].includes(request.method) ? 'POST' : request.method
  return { ...request, method, body, headers: { 'content-type': 'application/json', ...request.headers } }
}

const HEADERS = [
  'accept',
  'accept-language',
  'if-none-match',
  'prefer',
  'cookie',
  'origin',
  'traceparent',
  'range',
  'forwarded',
  'x-request-id',
  'x-http-method-override',
] as const

/** Header values are visible characters of Latin-1. */
const headerText = (draw: Draw): string =>
  hostileText(draw, draw.pick([100, 4_000, 15_000]))
    .replaceAll(/[^ -~\u00a0-\u00ff]/g, '?')
    .trim()

/** Changes a request that the document describes into a hostile one. */
export const REST_DISTORTIONS = {
  none: (_, request) => request,
  'part of the body': (draw, request) =>
    replaceBody(request, JSON.stringify(replaceWithHostilePart(draw, parseBody(request.body)))),
  body: (draw, request) => replaceBody(request, JSON.stringify(hostileValue(draw))),
  'broken JSON': (draw, request) => {
    const text = request.body ?? '{"name": "x"}'
    return replaceBody(
      request,
      text.slice(0, draw.integer(0, text.length)) + draw.pick(['', '{', '\u0000', ']']),
    )
  },
  'deep JSON': (draw, request) => replaceBody(request, draw.pick(['[', '{"a":']).repeat(draw.size(800_000))),
  'members several times': (draw, request) =>
    replaceBody(request, `{${'"name":"a",'.repeat(draw.size(100_000))}"name":"b"}`),
  parameter: (draw, request) => ({
    ...request,
    query: [
      ...request.query,
      [draw.pick(['limit', 'first', 'after', 'q', 'tag', 'sortBy', 'offset', 'page', 'x']), short(draw)],
    ],
  }),
  'many parameters': (draw, request) => ({
    ...request,
    query: Array.from({ length: draw.size(2_000) }, (_, at) => [`p${at}`, 'x'] as const),
  }),
  'same parameter': (draw, request) => ({
    ...request,
    query: Array.from({ length: draw.size(2_000) }, () => ['limit', '1'] as const),
  }),
  id: (draw, request) => ({ ...request, variables: request.variables.map(() => short(draw)) }),
  header: (draw, request) => ({
    ...request,
    headers: { ...request.headers, [draw.pick(HEADERS)]: headerText(draw) },
  }),
  'media type': (draw, request) => ({
    ...request,
    headers: {
      ...request.headers,
      'content-type': draw.pick(['text/plain', 'application/json; charset=utf-7', 'x', headerText(draw)]),
    },
  }),
} as const satisfies Record<string, Distort>

// Object.keys widens the names of a constant to string.
export const REST_DISTORTION_NAMES = Object.keys(REST_DISTORTIONS) as (keyof typeof REST_DISTORTIONS)[]

const REQUESTS_BY_OPERATION = OPERATIONS.map(requestTo)

/** A request to an operation of the OpenAPI document. */
export const restRequest = (draw: Draw, { ids }: FuzzWorld): Made => {
  const name = draw.pick(REST_DISTORTION_NAMES)
  const request = REST_DISTORTIONS[name](draw, draw.some(draw.inTurn(REQUESTS_BY_OPERATION)))
  return {
    variant: `${request.method} ${request.template}: ${name}`,
    method: request.method,
    path: fillAddress(request, (kind) => draw.pick(ids[kind])).slice(0, 60_000),
    headers: Object.entries(request.headers).map(([header, value]) => [header, value] as const),
    body: request.body,
  }
}

/** Addresses that are not in the OpenAPI document. */
export const OTHER_PATHS = [
  '/',
  '/api',
  '/api/',
  '/graphql',
  '/graphql/schema.graphql',
  '/healthz',
  '/readyz',
  '/metrics',
  '/api/openapi.json',
  '/api/docs',
  '/api/errors',
  '/api/guides',
  '/favicon.ico',
  '/oauth/jwks',
  '/.well-known/oauth-authorization-server',
  '/account/export/x',
  '/api/users/../../etc/passwd',
  '/api//users',
  '/%2e%2e/%2f',
  '/api/users/%',
  '*',
] as const

export const otherAddress = (draw: Draw): Made => {
  const path = draw.inTurn(OTHER_PATHS)
  const more = draw.isLucky(30) && path !== '*' ? `/${encodeURIComponent(short(draw).toWellFormed())}` : ''
  const method = draw.pick(['GET', 'GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'DELETE', 'TRACE', 'PROPFIND'])
  return { variant: path, method, path: (path + more).slice(0, 60_000), headers: [], body: undefined }
}
