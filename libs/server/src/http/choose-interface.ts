import type { FindTemplate } from '../composition/rest-interface.ts'
import type { Exchange } from './exchange.ts'
import { prefersHtml } from './prefers-page.ts'
import { isArea, type Route } from './routes.ts'

/** Who answers a request. Express answers pages, OAuth, and everything else for people and operators. */
export type Interface = 'graphql' | 'stream' | 'rest' | 'express'

type RequestHead = Pick<Exchange, 'method' | 'target' | 'path' | 'request' | 'route'>

const DATA_TYPES = ['application/json', 'application/graphql-response+json']

/** C1: a browser gets GraphiQL. A client that accepts every type gets data, not a page. */
const wantsGraphiql = ({ request, method, target }: RequestHead): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  prefersHtml(request, ...DATA_TYPES) &&
  !new URLSearchParams(target.split('?')[1]).has('query')

interface Interfaces {
  readonly hasGraphiql: boolean
  readonly rest: { readonly findTemplate: FindTemplate }
}

/** The route decides. In a browser, GraphiQL is at /graphql, and a path of REST without a resource is a page. */
export const chooseInterface = (exchange: RequestHead, { hasGraphiql, rest }: Interfaces): Interface => {
  const { path, request, route } = exchange
  switch (route.answeredBy) {
    case 'graphql':
      return hasGraphiql && wantsGraphiql(exchange) ? 'express' : 'graphql'
    case 'stream':
      return 'stream'
    case 'rest':
      return prefersHtml(request, 'application/json') && rest.findTemplate(path) === null ? 'express' : 'rest'
    default:
      return 'express'
  }
}

/**
 * The template of a request, for logs and metrics. The number of templates is bounded by the number of routes, and a template
 * contains no ids or other values from clients.
 */
export const nameRoute = (
  { path, route }: { readonly path: string; readonly route: Route },
  { findTemplate }: Interfaces['rest'],
): string => {
  if (route.answeredBy === 'rest') return findTemplate(path) ?? 'none'
  return isArea(route) ? 'none' : route.template
}
