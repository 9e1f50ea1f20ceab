import { confirmEmail, performed, requestPasswordReset, resetPassword } from '@content-service/domain'
import {
  getAddressBucket,
  EMAIL_PATH,
  answerEmailPage,
  NOBODY,
  PASSWORD_RESET_PATH,
  answerPasswordPage,
  answerPasswordResetPage,
} from '@content-service/identity'
import { sendRestResponse } from '@content-service/rest-handlers/express'
import { Router, type Request, type RequestHandler, type Response } from 'express'
import type { Service } from '../compose.ts'
import { toPageRequest } from '../oauth-route.ts'
import { findAddress } from '../request-address.ts'
import { getLocals } from '../request-locals.ts'
import { meter, readBody, refuseUnread } from '../request-context.ts'

/** Each form counts for the address that sends it, as its operation does (C9.1), and before it is read (C12.12). */
const countForm =
  ({ trustProxy }: Service): RequestHandler =>
  async (request, response, next) => {
    if (request.method === 'POST')
      await getLocals(response).quotaUsage.admit(getAddressBucket(findAddress(request, trustProxy)))
    next()
  }

/** A request of a person who is not signed in. */
const open = (request: Request, response: Response, service: Service) => {
  const given = toPageRequest(request, response, service)
  const { address, id: requestId } = given
  const quota = service.createQuota(getLocals(response).quotaUsage, address)
  return { given, context: service.contextFor(NOBODY, { address, requestId, quota }) }
}

/** The page that mails with codes lead to (C3.8). */
const passwordRoute =
  (service: Service): RequestHandler =>
  async (request, response) => {
    const { given, context } = open(request, response, service)
    const answer = await answerPasswordPage(given, (code) =>
      performed(context, { action: 'resetPassword' }, (acting) => resetPassword(acting, code)),
    )
    sendRestResponse(response, answer, request.method)
  }

/** The page that sends these mails. */
const passwordResetRoute =
  (service: Service): RequestHandler =>
  async (request, response) => {
    const { given, context } = open(request, response, service)
    const answer = await answerPasswordResetPage(given, {
      issuer: service.baseUrl,
      canSendMail: context.mailer.isReady,
      requestReset: (email) =>
        performed(context, { action: 'requestPasswordReset' }, async (acting) =>
          requestPasswordReset(acting, { email }),
        ),
    })
    sendRestResponse(response, answer, request.method)
  }

/** The page that confirms an address (C12.4). */
const emailRoute =
  (service: Service): RequestHandler =>
  async (request, response) => {
    const { given, context } = open(request, response, service)
    const answer = await answerEmailPage(given, {
      issuer: service.baseUrl,
      confirm: (token) =>
        performed(context, { action: 'confirmEmail' }, (acting) => confirmEmail(acting, { token })),
    })
    sendRestResponse(response, answer, request.method)
  }

/** The pages of people who cannot sign in, and of people who follow a mail. */
export const accountRoutes = (service: Service): Router => {
  const read = [meter(service), countForm(service), readBody(service.formLimits.bytes), refuseUnread]
  return Router()
    .use('/account/password', ...read, passwordRoute(service))
    .use(EMAIL_PATH, ...read, emailRoute(service))
    .use(PASSWORD_RESET_PATH, ...read, passwordResetRoute(service))
}
