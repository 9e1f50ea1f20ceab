import { ContentError, performed, type Context, type OperationName } from '@content-service/domain'
import {
  endAllSessions,
  postInvitation,
  postNewPassword,
  postPasswordChange,
  postPasswordReset,
} from './accounts/account-handlers.ts'
import { getApiKeys, postApiKey, removeApiKey } from './api-keys/api-key-handlers.ts'
import { getAccessExplanation } from './access/access-handlers.ts'
import { getArticle, listArticlesHandler, removeArticle } from './articles/article-handlers.ts'
import { checkAcceptable, empty, type RestHandler, type RestRequest, type RestResponse } from './http.ts'
import { problemResponse, RestError, unknownFailure } from './problem.ts'
import {
  getSecondFactor,
  postConfirmation,
  postRecoveryCodes,
  postRemoval,
  postSecondFactor,
  removeAnothers,
} from './second-factor/second-factor-handlers.ts'
import { getSessions, removeSession } from './sessions/session-handlers.ts'
import { search } from './search/search-handlers.ts'
import { getUser, listUsers, patchUser, postUser, removeUser, replaceUser } from './users/user-handlers.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A handler, and the operation that it performs: the name under which the audit log has it. */
type Endpoint = readonly [RestHandler, OperationName]

interface Route {
  /** Segments of the path; one that begins with a colon is a variable. */
  readonly path: string
  readonly methods: Readonly<Partial<Record<Method, Endpoint>>>
  /** For OPTIONS, where PATCH is among the methods (RFC 5789 §3.1). */
  readonly acceptPatch?: string
}

const ROUTES: readonly Route[] = [
  { path: '/api/users', methods: { GET: [listUsers, 'users'], POST: [postUser, 'createUser'] } },
  { path: '/api/users/invitations', methods: { POST: [postInvitation, 'inviteUser'] } },
  { path: '/api/users/password-resets', methods: { POST: [postPasswordReset, 'requestPasswordReset'] } },
  { path: '/api/users/passwords', methods: { POST: [postNewPassword, 'resetPassword'] } },
  { path: '/api/me/password', methods: { POST: [postPasswordChange, 'changePassword'] } },
  {
    path: '/api/me/sessions',
    methods: { GET: [getSessions, 'sessions'], DELETE: [endAllSessions, 'signOutEverywhere'] },
  },
  { path: '/api/me/sessions/:id', methods: { DELETE: [removeSession, 'endSession'] } },
  {
    path: '/api/users/:id',
    methods: {
      GET: [getUser, 'user'],
      PUT: [replaceUser, 'putUser'],
      PATCH: [patchUser, 'updateUser'],
      DELETE: [removeUser, 'deleteUser'],
    },
    acceptPatch: 'application/json, application/merge-patch+json',
  },
  { path: '/api/articles', methods: { GET: [listArticlesHandler, 'articles'] } },
  {
    path: '/api/articles/:id',
    methods: { GET: [getArticle, 'article'], DELETE: [removeArticle, 'deleteArticle'] },
  },
  { path: '/api/api-keys', methods: { GET: [getApiKeys, 'apiKeys'], POST: [postApiKey, 'createApiKey'] } },
  { path: '/api/api-keys/:id', methods: { DELETE: [removeApiKey, 'revokeApiKey'] } },
  {
    path: '/api/me/second-factor',
    methods: { GET: [getSecondFactor, 'secondFactor'], POST: [postSecondFactor, 'enableSecondFactor'] },
  },
  {
    path: '/api/me/second-factor/confirmation',
    methods: { POST: [postConfirmation, 'confirmSecondFactor'] },
  },
  {
    path: '/api/me/second-factor/recovery-codes',
    methods: { POST: [postRecoveryCodes, 'renewRecoveryCodes'] },
  },
  { path: '/api/me/second-factor/removal', methods: { POST: [postRemoval, 'disableSecondFactor'] } },
  { path: '/api/users/:id/second-factor', methods: { DELETE: [removeAnothers, 'removeSecondFactor'] } },
  { path: '/api/access-explanations', methods: { GET: [getAccessExplanation, 'explainAccess'] } },
  { path: '/api/search', methods: { GET: [search, 'search'] } },
]

const paramsOf = (path: string, given: string): Readonly<Record<string, string>> | null => {
  const [wanted, segments] = [path.split('/'), given.split('/')]
  if (wanted.length !== segments.length) return null
  const params: Record<string, string> = {}
  for (const [index, name] of wanted.entries()) {
    const segment = segments[index] as string
    if (name.startsWith(':')) params[name.slice(1)] = segment
    else if (name !== segment) return null
  }
  return params
}

const allowedOn = ({ methods }: Route): string =>
  [...Object.keys(methods), ...(methods.GET ? ['HEAD'] : []), 'OPTIONS'].join(', ')

const options = (route: Route): RestResponse =>
  empty(200, { allow: allowedOn(route), ...(route.acceptPatch && { 'accept-patch': route.acceptPatch }) })

const find = (path: string): { readonly route: Route; readonly params: Readonly<Record<string, string>> } => {
  for (const route of ROUTES) {
    const params = paramsOf(route.path, path)
    if (params) return { route, params }
  }
  throw new ContentError('NOT_FOUND', 'There is nothing at this address.')
}

const dispatch = async (request: RestRequest, context: Context): Promise<RestResponse> => {
  const { route, params } = find(request.path)
  if (request.method === 'OPTIONS') return options(route)
  const method = request.method === 'HEAD' ? 'GET' : request.method
  // Who asks for the head alone has not read the article (C4.6).
  const counting = request.method === 'HEAD' ? { ...context, viewed: () => undefined } : context
  const endpoint = Object.hasOwn(route.methods, method) ? route.methods[method as Method] : undefined
  if (endpoint === undefined)
    throw new RestError('METHOD_NOT_ALLOWED', `${request.method} is not for this resource.`, {
      allow: allowedOn(route),
    })
  const [handler, action] = endpoint
  const response = await performed(counting, { action, id: params['id'] }, (acting) =>
    handler(request, acting, params),
  )
  if (method === 'GET') checkAcceptable(request)
  return response
}

export interface RestOptions {
  /** Where the pages of the error codes are: `{baseUrl}/api/errors/{CODE}`. */
  readonly baseUrl: string
  /** What the log learns of a failure that the client must not. */
  readonly report: (error: unknown) => void
}

/** Turns whatever was thrown into its problem; what is no refusal of ours is reported and not shown. */
export const refusalResponse = (
  error: unknown,
  requestId: string,
  { baseUrl, report }: RestOptions,
): RestResponse => {
  if (error instanceof ContentError) return problemResponse(error, requestId, baseUrl)
  report(error)
  return problemResponse(unknownFailure(), requestId, baseUrl)
}

/** Answers any request under `/api`. Never throws. */
export const createRestHandler =
  (rest: RestOptions) =>
  async (request: RestRequest, context: Context): Promise<RestResponse> => {
    try {
      return await dispatch(request, context)
    } catch (error) {
      return refusalResponse(error, request.id, rest)
    }
  }

export type RestService = ReturnType<typeof createRestHandler>
