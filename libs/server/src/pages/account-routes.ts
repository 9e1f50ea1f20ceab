import { type Context } from '@content-service/domain'
import { confirmEmail, requestPasswordReset, resetPassword } from '@content-service/domain/internal/accounts'
import { runAudited } from '@content-service/domain/internal/audit'
import {
  getAddressBucket,
  answerEmailPage,
  NOBODY,
  answerPasswordPage,
  answerPasswordResetPage,
  type OAuthRequest,
  type OAuthResponse,
} from '@content-service/identity'
import type { RequestHandler } from 'express'
import type { Service } from '../composition/compose.ts'
import { getExchange, type Exchange } from '../http/exchange.ts'
import { readBody } from '../http/read-body.ts'
import { sendAnswer } from '../http/send.ts'
import { toPageRequest } from './oauth-route.ts'

/** Counts each form for its address (C9.1) before it reads the form (C12.12). */
const readForm = async (exchange: Exchange, { formLimits }: Service): Promise<void> => {
  const { method, quotaUsage, address } = exchange
  if (method === 'POST') await quotaUsage.admit(getAddressBucket(address))
  await readBody(exchange, { limit: formLimits.bytes })
}

/** Answers a person who is not signed in. */
type AnswerPage = (given: OAuthRequest, context: Context) => Promise<OAuthResponse>

const createPageRoute =
  (service: Service, answer: AnswerPage): RequestHandler =>
  async (_request, response) => {
    const exchange = getExchange(response)
    await readForm(exchange, service)
    const given = toPageRequest(exchange, service)
    const { address, id: requestId } = given
    const quota = service.createQuota(exchange.quotaUsage, address)
    const context = service.contextFor(NOBODY, { address, requestId, quota })
    sendAnswer(service, exchange, await answer(given, context))
  }

/** The page for a code that sets a password (C3.8). */
const answerPassword: AnswerPage = (given, context) =>
  answerPasswordPage(given, (code) =>
    runAudited(context, { action: 'resetPassword' }, (acting) => resetPassword(acting, code)),
  )

/** The page that mails a code for a new password. */
const answerPasswordReset =
  ({ baseUrl }: Service): AnswerPage =>
  (given, context) =>
    answerPasswordResetPage(given, {
      issuer: baseUrl,
      canSendMail: context.mailer.isReady,
      requestReset: (email) =>
        runAudited(context, { action: 'requestPasswordReset' }, async (acting) =>
          requestPasswordReset(acting, { email }),
        ),
    })

/** The page that confirms an address (C12.4). */
const answerEmail =
  ({ baseUrl }: Service): AnswerPage =>
  (given, context) =>
    answerEmailPage(given, {
      issuer: baseUrl,
      confirm: (token) =>
        runAudited(context, { action: 'confirmEmail' }, (acting) => confirmEmail(acting, { token })),
    })

/** The pages for people who cannot sign in, and for the links of mails. */
export const accountPages = (service: Service) => ({
  password: createPageRoute(service, answerPassword),
  email: createPageRoute(service, answerEmail(service)),
  'password reset': createPageRoute(service, answerPasswordReset(service)),
})
