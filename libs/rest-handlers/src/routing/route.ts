import type { TSchema } from 'typebox'
import { PATCH_TYPES } from '../requests/body.ts'
import type { Endpoint } from '../endpoints/endpoint.ts'
import { createEmptyResponse, type RestResponse } from '../protocol/http.ts'
import { RestError } from '../protocol/problem.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface Route {
  /** The segments of the path; a segment that begins with a colon is a variable. */
  readonly path: string
  /** The heading of the route in the document. */
  readonly tag: string
  /** The description of each variable of the path. */
  readonly variables?: Readonly<Record<string, TSchema>>
  readonly methods: Readonly<Partial<Record<Method, Endpoint>>>
}

/** A method and a path: `GET /api/webhooks/:id`. */
type Address = `${Method} /api/${string}`

export type Endpoints = Readonly<Record<Address, Endpoint>>

/** The same endpoints, with descriptions. */
export const withDescriptions = (
  endpoints: Endpoints,
  descriptions: Readonly<Partial<Record<Address, string>>>,
): Endpoints =>
  Object.fromEntries(
    Object.entries(endpoints).map(([address, endpoint]) => {
      const description = descriptions[address as Address]
      return [address, description === undefined ? endpoint : { ...endpoint, description }]
    }),
  )

interface Area {
  readonly tag: string
  /** The description of each variable of the paths. */
  readonly variables?: Readonly<Record<string, TSchema>>
  readonly endpoints: Endpoints
}

const pickVariables = (path: string, variables: Area['variables'] = {}) =>
  Object.fromEntries(Object.entries(variables).filter(([name]) => path.split('/').includes(`:${name}`)))

/** The routes of endpoints, by path. */
export const createAreaRoutes = ({ tag, variables, endpoints }: Area): readonly Route[] => {
  const byPath = Map.groupBy(Object.entries(endpoints), ([address]) => address.split(' ')[1] ?? '')
  return [...byPath].map(([path, served]) => ({
    path,
    tag,
    variables: pickVariables(path, variables),
    methods: Object.fromEntries(served.map(([address, endpoint]) => [address.split(' ')[0], endpoint])),
  }))
}

interface Found {
  readonly route: Route
  readonly params: Readonly<Record<string, string>>
}

/** The routes whose paths begin with the same segments. */
interface Branch {
  readonly fixed: Map<string, Branch>
  variable: Branch | null
  route: Route | null
}

const createBranch = (): Branch => ({ fixed: new Map(), variable: null, route: null })

const growBranch = (from: Branch, segment: string): Branch => {
  if (segment.startsWith(':')) return (from.variable ??= createBranch())
  const branch = from.fixed.get(segment) ?? createBranch()
  from.fixed.set(segment, branch)
  return branch
}

/** A fixed segment wins over a variable in its place. */
const climb = (branch: Branch, given: readonly string[], place = 0): Route | null => {
  const segment = given[place]
  if (segment === undefined) return branch.route
  const fixed = branch.fixed.get(segment)
  const found = fixed ? climb(fixed, given, place + 1) : null
  return found ?? (branch.variable && climb(branch.variable, given, place + 1))
}

const readVariables = (route: Route, given: readonly string[]): Found['params'] => {
  const params: Record<string, string> = {}
  for (const [place, name] of route.path.split('/').entries())
    if (name.startsWith(':')) params[name.slice(1)] = given[place] ?? ''
  return params
}

/** Finds the route of a path, with its variables; null where there is none. */
export type MatchRoute = (path: string) => Found | null

/** The paths that a matcher remembers, because a request asks for its route several times. */
const MOST_PATHS = 1_000
const MOST_LENGTH = 100

const remember = (match: MatchRoute): MatchRoute => {
  const known = new Map<string, Found | null>()
  return (path) => {
    const found = known.get(path) ?? match(path)
    if (known.size === MOST_PATHS) known.clear()
    if (path.length <= MOST_LENGTH) known.set(path, found)
    return found
  }
}

/** Makes a tree of the segments of all paths. */
export const createRouteMatcher = (routes: readonly Route[]): MatchRoute => {
  const root = createBranch()
  for (const route of routes) route.path.split('/').reduce(growBranch, root).route ??= route
  return remember((path) => {
    const given = path.split('/')
    const route = climb(root, given)
    return route && { route, params: readVariables(route, given) }
  })
}

const listAllowed = ({ methods }: Route): string =>
  [...Object.keys(methods), ...(methods.GET ? ['HEAD'] : []), 'OPTIONS'].join(', ')

/** C6.4; with the media types of PATCH if the route has it (RFC 5789 §3.1). */
export const answerOptions = (route: Route): RestResponse =>
  createEmptyResponse(200, {
    allow: listAllowed(route),
    ...(route.methods.PATCH && { 'accept-patch': PATCH_TYPES.join(', ') }),
  })

/** The endpoint of a method of a route; HEAD is served as GET. @throws METHOD_NOT_ALLOWED. */
export const findEndpoint = (route: Route, given: string): Endpoint => {
  const method = given === 'HEAD' ? 'GET' : given
  const endpoint = Object.hasOwn(route.methods, method) ? route.methods[method as Method] : undefined
  if (endpoint !== undefined) return endpoint
  throw new RestError(
    'METHOD_NOT_ALLOWED',
    `This resource does not support the method ${given}. Use ${listAllowed(route)}.`,
    {
      allow: listAllowed(route),
    },
  )
}
