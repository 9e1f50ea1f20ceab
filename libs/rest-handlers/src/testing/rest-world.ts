import { Article, type Caller, type ContentModel, type Context, type User } from '@content-service/domain'
import { ANYBODY, type UserRole } from '@content-service/domain/internal/access'
import { perModel } from '@content-service/domain/internal/model'
import { aContext, anArticle, aUser, callerOf } from '@content-service/domain/testing'
import type { RestRequest, RestResponse } from '../protocol/http.ts'
import { openApiDocument } from '../openapi/document.ts'
import { createRestHandler, type RestOptions } from '../service/rest-handler.ts'
import { createRoutes } from '../service/routes.ts'
import { answerCheck } from './answer-check.ts'
import { createRequest } from './rest-request.ts'
import { SERVER_HEADERS } from './server-headers.ts'

interface Sent {
  /** The caller, by default the administrator; null sends no credential. */
  readonly as?: User | null
  /** A caller with scopes, instead of `as`. */
  readonly by?: Caller
  /** A text is sent unchanged; null is a body that is larger than the limit. */
  readonly body?: object | string | null
  readonly headers?: RestRequest['headers']
}

const toBytes = (body: Sent['body']): Uint8Array | null =>
  body === null ? null : new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body))

const BASE_URL = 'https://content.example'

const checkOf = perModel((model) => answerCheck(openApiDocument({ baseUrl: BASE_URL }, createRoutes(model))))

const checked = (
  model: ContentModel,
  request: RestRequest,
  { status, headers, body }: RestResponse,
): void => {
  // The server leaves out the content of a response to HEAD.
  const shown = request.method === 'HEAD' ? '' : body
  const sent = request.body === null ? '' : new TextDecoder().decode(request.body)
  const all: Readonly<Record<string, string>> = { ...SERVER_HEADERS, ...headers }
  checkOf(model)({ ...request, sent, status, body: shown, header: (name) => all[name.toLowerCase()] ?? null })
}

/** The complete interface over stores in memory, with an administrator. Each response must follow the document. */
export const aRestWorld = async (
  given: Partial<Context> = {},
  options: Partial<Pick<RestOptions, 'requireIfMatch'>> = {},
) => {
  const faults: unknown[] = []
  const viewed: string[] = []
  const context = aContext({ viewed: (id) => void viewed.push(id), ...given })
  const report = (error: unknown) => faults.push(error)
  const handle = createRestHandler(
    { baseUrl: BASE_URL, report, requireIfMatch: false, ...options },
    createRoutes(context.model),
  )
  const user = (name: string, role: UserRole = 'READER'): Promise<User> =>
    context.stores.users.add(aUser(name, role), null)
  const admin = await user('admin', 'ADMIN')
  const send = async (
    method: string,
    path: string,
    { as = admin, by = as ? callerOf(as) : ANYBODY, body = '', headers = {} }: Sent = {},
  ): Promise<RestResponse> => {
    const request = createRequest(method, path, { headers, body: toBytes(body) })
    const answer = await handle(request, { ...context, caller: by })
    checked(context.model, request, answer)
    return answer
  }
  const article = (owner: User, title: string, more = {}): Promise<Article> =>
    context.stores.records(Article).add(anArticle(context.stores, owner.id, { title, ...more }))
  return { context, admin, user, send, article, faults, viewed }
}

export const readBody = ({ body }: RestResponse) => JSON.parse(body)
export const readCode = ({ status, body }: RestResponse): [number, string] => [status, JSON.parse(body).code]
