import { ANYBODY, performed, resetPassword } from '@content-service/domain'
import {
  passwordPage,
  unreadableBody,
  type OAuthRequest,
  type OAuthResponse,
  type Principal,
} from '@content-service/identity'
import { sendRestResponse } from '@content-service/rest-handlers/express'
import type { ErrorRequestHandler, Request, RequestHandler } from 'express'
import type { Service } from './compose.ts'
import { addressOf, localsOf } from './request-context.ts'

const NOBODY: Principal = { caller: ANYBODY, credential: 'none' }

/** Forms are short: whatever is longer is no form of a client or of a person. */
export const MAX_FORM_BYTES = 65_536

/** A header that came twice is joined, so that two credentials are none. */
const headersOf = ({ headersDistinct }: Request): OAuthRequest['headers'] =>
  Object.fromEntries(Object.entries(headersDistinct).map(([name, values]) => [name, values?.join(', ')]))

const partsOf = ({ originalUrl }: Request): Pick<OAuthRequest, 'path' | 'query'> => {
  const [path = '', ...query] = originalUrl.split('?')
  return { path, query: query.join('?') }
}

type Answer = (request: OAuthRequest) => Promise<OAuthResponse>

const answering =
  (answer: Answer, { trustProxy }: Service): RequestHandler =>
  async (request, response) => {
    const { body, requestId: id } = localsOf(response)
    const given = { ...partsOf(request), method: request.method, headers: headersOf(request), body, id }
    const answered = await answer({ ...given, address: addressOf(request, trustProxy) })
    sendRestResponse(response, answered, request.method)
  }

/** Everything under /oauth, and the metadata (C1). */
export const oauthRoute = (service: Service): RequestHandler => answering(service.oauth, service)

/** The page that mails with codes lead to (C3.8). */
export const passwordRoute = (service: Service): RequestHandler =>
  answering((request) => {
    const { address, id: requestId } = request
    const context = service.contextFor(NOBODY, { address, requestId })
    return passwordPage(request, (given) =>
      performed(context, { action: 'resetPassword' }, (acting) => resetPassword(acting, given)),
    )
  }, service)

/** RFC 6749 §5.2 for what express refuses before a route is asked. Express tells an error handler by its four parameters. */
export const refuseUnreadable: ErrorRequestHandler = (error, request, response, next) => {
  const { status = 500 } = error as { readonly status?: number }
  if (response.headersSent || status >= 500) return next(error)
  sendRestResponse(response, unreadableBody(status), request.method)
}
