import { builtInModel, ContentError, type Context } from '@content-service/domain'
import { runAudited } from '@content-service/domain/internal/audit'
import { isRefusedAtOnce } from '@content-service/domain/internal/operations'
import { responseTooLarge } from '@content-service/domain/internal/reading'
import { pause } from '@content-service/domain/internal/rules'
import { readInput } from '../requests/body.ts'
import { refuseOtherBytes } from '../requests/query-bytes.ts'
import { addDeprecation } from '../routing/deprecation.ts'
import { checkAcceptable, type RestRequest, type RestResponse } from '../protocol/http.ts'
import type { Endpoint } from '../endpoints/endpoint.ts'
import { answerIdempotent } from '../endpoints/idempotent.ts'
import { mountRoutes, prefixAddresses, SERVICE_PREFIX } from '../routing/prefix.ts'
import { createRefusalResponse, RestError, type ProblemOptions } from '../protocol/problem.ts'
import {
  answerOptions,
  createRouteMatcher,
  findEndpoint,
  type MatchRoute,
  type Route,
} from '../routing/route.ts'
import { createRoutes } from './routes.ts'
import { hideUnreadable } from '../endpoints/write-response.ts'

/** A read has no input but its address, and a problem of the address is 400 (C6.3). */
const toReadRefusal = (error: unknown): unknown =>
  error instanceof ContentError && error.code === 'BAD_USER_INPUT'
    ? new RestError('BAD_REQUEST', error.message)
    : error

/** Reads a resource. A client that gets no content, or only the headers, has not read the record (C4.6). */
const read = async (
  request: RestRequest,
  context: Context,
  answer: (reading: Context) => Promise<RestResponse>,
): Promise<RestResponse> => {
  const seen: Parameters<Context['viewed']>[] = []
  try {
    const response = await answer({ ...context, viewed: (...view) => void seen.push(view) })
    checkAcceptable(request)
    if (request.method === 'GET') for (const view of seen) context.viewed(...view)
    return response
  } catch (error) {
    throw toReadRefusal(error)
  }
}

/** C12.5. JSON takes up to six bytes for a character. */
const checkSize = ({ body }: RestResponse, { settings: { responseLimit } }: Context): void => {
  if (body !== null && Buffer.byteLength(body) > responseLimit)
    throw responseTooLarge(responseLimit, 'Lower the limit of the list.')
}

/** A shorter body is parsed and checked in less than 10 ms. */
const LONG_BYTES = 262_144

/** Whether the process must answer others between the parsing of a body and its checks. */
const isLong = ({ body }: RestRequest): boolean => body !== null && body.length > LONG_BYTES

const dispatch = async (match: MatchRoute, request: RestRequest, context: Context): Promise<RestResponse> => {
  const found = match(request.path)
  if (found === null) throw new ContentError('NOT_FOUND', 'Nothing exists at this URL.')
  const { route, params } = found
  if (request.method === 'OPTIONS') return answerOptions(route)
  refuseOtherBytes(request.sentQuery ?? '')
  const endpoint = findEndpoint(route, request.method)
  const { handler, operation } = endpoint
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const audited = { action: operation, id: params['id'], ...(!isRead && { written: readInput(request) }) }
  if (isLong(request)) await pause()
  const answer = (context: Context) =>
    runAudited(context, audited, async (context) => {
      // The price of the body is computed, and its checks follow.
      if (isLong(request)) await pause()
      return handler(request, context, params)
    })
  const response = isRead
    ? await read(request, context, answer)
    : await answerIdempotent(request, context, { operation, answer })
  const shown = await hideUnreadable(context, response)
  checkSize(shown, context)
  return addDeprecation(shown, request, endpoint)
}

export interface RestOptions extends ProblemOptions {
  /** C6.6: changes without If-Match are 428. */
  readonly requireIfMatch: boolean
  /** The path at which your server has the interface; `/api` without it. */
  readonly prefix?: string | undefined
}

const handle = async (
  { rest, match }: { readonly rest: RestOptions; readonly match: MatchRoute },
  request: RestRequest,
  context: Context,
): Promise<RestResponse> => {
  try {
    return await dispatch(match, { ...request, requiresIfMatch: rest.requireIfMatch }, context)
  } catch (error) {
    return createRefusalResponse(error, request.id, rest)
  }
}

/** A request without its body. */
type Target = Pick<RestRequest, 'method' | 'path'>

const needsBody = (match: MatchRoute, { method, path }: Target, context: Context): boolean => {
  const methods: Readonly<Record<string, Endpoint>> = match(path)?.route.methods ?? {}
  const endpoint = Object.hasOwn(methods, method) ? methods[method] : undefined
  return !isRefusedAtOnce(context, endpoint?.access ?? 'signed in')
}

export interface RestService {
  /** Answers every request under the prefix, and never throws. */
  (request: RestRequest, context: Context): Promise<RestResponse>
  /**
   * C12.12: whether the response can depend on the body. It cannot if the endpoint refuses the caller at once, or if a
   * stranger asks for no endpoint. Your server then leaves the body unread, and passes null.
   */
  needsBody(request: Target, context: Context): boolean
}

/** @throws Error for a wrong prefix. */
export const createRestHandler = (
  rest: RestOptions,
  routes: readonly Route[] = createRoutes(builtInModel),
): RestService => {
  const { prefix = SERVICE_PREFIX } = rest
  const match = createRouteMatcher(mountRoutes(routes, prefix))
  const answer = async (request: RestRequest, context: Context): Promise<RestResponse> =>
    prefixAddresses(await handle({ rest, match }, request, context), prefix)
  return Object.assign(answer, {
    needsBody: (target: Target, context: Context) => needsBody(match, target, context),
  })
}
