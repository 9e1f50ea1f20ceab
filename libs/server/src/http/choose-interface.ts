import type { Exchange } from './exchange.ts'
import { prefersHtml } from './prefers-page.ts'
import type { Templates } from './find-route.ts'

/** Who answers a request. Express answers pages, OAuth, and everything else for people and operators. */
export type Interface = 'graphql' | 'stream' | 'rest' | 'express'

const GRAPHQL = /^\/graphql\/?$/i
const STREAM = /^\/graphql\/stream$/i
const REST = /^\/api\//i
/** The documents under /api. */
const DOCUMENTS = /^\/api\/(?:(?:errors|guides)(?:\/[^/]*)?|docs(?:\/assets\/[^/]+)?|openapi\.json)?\/?$/i
/** The paths whose requests count in the quota of their sender (C9.1). */
const COUNTED = /^\/(?:(?:graphql|api|access)(?:\/|$)|\.well-known\/authzen-configuration\/?$)/i
/** The paths that pages of other origins may use. RFC 9700 §2.6: no script may read the pages of /oauth/authorize. */
const FOR_ORIGINS =
  /^\/(?:(?:graphql|api)(?:\/|$)|oauth(?!\/authorize(?:\/|$))(?:\/|$)|\.well-known\/oauth-authorization-server(?:\/|$))/i

export const isCounted = ({ path }: Pick<Exchange, 'path'>): boolean => COUNTED.test(path)
export const isForOrigins = ({ path }: Pick<Exchange, 'path'>): boolean => FOR_ORIGINS.test(path)
/** C1.4. */
export const isLiveness = ({ path }: Pick<Exchange, 'path'>): boolean => /^\/healthz\/?$/i.test(path)
/** C5.7: a response of GraphQL depends on Accept. */
export const dependsOnAccept = ({ path }: Pick<Exchange, 'path'>): boolean =>
  GRAPHQL.test(path) || STREAM.test(path)

type RequestHead = Pick<Exchange, 'method' | 'target' | 'path' | 'request'>

/** Whether the path can be that of a record or a list. Their interface must be loaded before the choice. */
export const isForRest = ({ path }: Pick<Exchange, 'path'>): boolean =>
  REST.test(path) && !DOCUMENTS.test(path)

const DATA_TYPES = ['application/json', 'application/graphql-response+json']

/** C1: a browser gets GraphiQL. A client that accepts every type gets data, not a page. */
const wantsGraphiql = ({ request, method, target }: RequestHead): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  prefersHtml(request, ...DATA_TYPES) &&
  !new URLSearchParams(target.split('?')[1]).has('query')

interface Interfaces {
  readonly hasGraphiql: boolean
  readonly rest: Templates
}

/** The path decides. In a browser, GraphiQL is at /graphql, and a path without a route is a page. */
export const chooseInterface = (exchange: RequestHead, { hasGraphiql, rest }: Interfaces): Interface => {
  const { path, request } = exchange
  if (GRAPHQL.test(path)) return hasGraphiql && wantsGraphiql(exchange) ? 'express' : 'graphql'
  if (STREAM.test(path)) return 'stream'
  if (!isForRest(exchange)) return 'express'
  return prefersHtml(request, 'application/json') && rest.findTemplate(path) === null ? 'express' : 'rest'
}
