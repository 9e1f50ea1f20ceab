import accepts from 'accepts'
import type { Exchange } from './exchange.ts'

/** Who answers a request. Express answers pages, OAuth, and everything else for people and operators. */
export type Interface = 'graphql' | 'stream' | 'rest' | 'express'

const GRAPHQL = /^\/graphql\/?$/i
const STREAM = /^\/graphql\/stream$/i
const REST = /^\/api\//i
/** The documents under /api. */
const DOCUMENTS = /^\/api\/(?:(?:errors|guides)(?:\/[^/]*)?|docs(?:\/assets\/[^/]+)?|openapi\.json)?\/?$/i
/** The addresses whose requests count in the quota of their sender (C9.1). */
const COUNTED = /^\/(?:(?:graphql|api|access)(?:\/|$)|\.well-known\/authzen-configuration\/?$)/i
/** The addresses that pages of other origins may use. RFC 9700 §2.6: no script may read the pages of /oauth/authorize. */
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

const DATA_TYPES = ['application/json', 'application/graphql-response+json']
const PAGE_TYPE = 'text/html'

/** C1: a browser gets GraphiQL. A client that accepts every type gets data, not a page. */
const wantsGraphiql = ({ request, method, target }: RequestHead): boolean => {
  if ((method !== 'GET' && method !== 'HEAD') || request.headers.accept === undefined) return false
  const query = new URLSearchParams(target.split('?')[1])
  return !query.has('query') && accepts(request).types([...DATA_TYPES, PAGE_TYPE]) === PAGE_TYPE
}

export const chooseInterface = (
  exchange: RequestHead,
  { hasGraphiql }: { readonly hasGraphiql: boolean },
): Interface => {
  const { path } = exchange
  if (GRAPHQL.test(path)) return hasGraphiql && wantsGraphiql(exchange) ? 'express' : 'graphql'
  if (STREAM.test(path)) return 'stream'
  return REST.test(path) && !DOCUMENTS.test(path) ? 'rest' : 'express'
}
