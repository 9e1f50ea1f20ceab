import type { RestResponse } from '../protocol/http.ts'
import type { Route } from './route.ts'

/** The path of the interface in the service, which the routes and their handlers write out. */
export const SERVICE_PREFIX = '/api'

const PREFIX = /^(\/[\w.~-]+)+$/

/** The routes for a server that has the interface at another path. @throws Error if that is no path. */
export const mountRoutes = (routes: readonly Route[], prefix: string): readonly Route[] => {
  if (prefix === SERVICE_PREFIX) return routes
  if (!PREFIX.test(prefix)) throw new Error(`The prefix ${prefix} must be a path such as /content/v1.`)
  return routes.map((route) => ({ ...route, path: replacePrefix(route.path, prefix) }))
}

const replacePrefix = (path: string, prefix: string): string =>
  path.startsWith(`${SERVICE_PREFIX}/`) ? prefix + path.slice(SERVICE_PREFIX.length) : path

/** The headers of a response that name an address of the interface. `Link` has the path of the request already. */
const ADDRESSES = ['location', 'content-location']

/** The response of a server that has the interface at another path. */
export const prefixAddresses = (response: RestResponse, prefix: string): RestResponse => {
  if (prefix === SERVICE_PREFIX) return response
  const headers = Object.entries(response.headers).map(([name, value]) => [
    name,
    ADDRESSES.includes(name.toLowerCase()) ? replacePrefix(value, prefix) : value,
  ])
  return { ...response, headers: Object.fromEntries(headers) }
}
