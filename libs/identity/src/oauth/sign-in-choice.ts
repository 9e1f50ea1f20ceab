import type { User } from '@content-service/domain'
import type { SignInAttempt, SignInOutcome } from '../sign-in/sign-in.ts'
import { noteRefusal } from './audit.ts'
import { createCookieHeader } from '../web/browser.ts'
import { signInBrowser, signOut } from './browser-session.ts'
import type { OAuthResponse, Parameters } from '../web/http.ts'
import { renderCodePage } from './pages/code-page.ts'
import { renderSignInPage } from './pages/sign-in-page.ts'
import { openStep, sealStep } from './sign-in-step.ts'
import { redirectToSameRequest, type AuthorizationSession } from './authorization-session.ts'

type Unfinished = Exclude<SignInOutcome, { readonly kind: 'signed-in' }>

/** C7.6: the page with the time to wait, and the status 429. */
const renderWait = (seconds: number, pageWith: (problem: string) => OAuthResponse): OAuthResponse => {
  const shown = pageWith(`There were too many failed sign-ins. Wait ${seconds} seconds and try again.`)
  return { ...shown, status: 429, headers: { ...shown.headers, 'retry-after': String(seconds) } }
}

const attemptSignIn = async (
  { server, request }: AuthorizationSession,
  given: Omit<SignInAttempt, 'address'>,
) => {
  const outcome = await server.signIn({ ...given, address: request.address })
  if (outcome.kind === 'refused' || outcome.kind === 'throttled') await noteRefusal(server, 'authenticate')
  return outcome
}

const finishSignIn = async (session: AuthorizationSession, user: User): Promise<OAuthResponse> => {
  const { browser, server } = session
  await signOut(browser, server)
  return redirectToSameRequest(session, createCookieHeader(await signInBrowser(user, server), server))
}

/** A program can send the code with the password. The page asks for it in its second step. */
const nameWrong = (otp: string | undefined): string =>
  otp === undefined
    ? 'The username or the password is wrong.'
    : 'The username, the password or the code is wrong.'

const answerFirstStep = (
  session: AuthorizationSession,
  { login, otp }: Pick<SignInAttempt, 'login' | 'otp'>,
  outcome: Unfinished,
): OAuthResponse => {
  const { formContext } = session
  const showProblem = (problem: string): OAuthResponse =>
    renderSignInPage(formContext, { username: login, problem })
  switch (outcome.kind) {
    case 'refused':
      return showProblem(nameWrong(otp))
    case 'otp-needed':
      return renderCodePage(formContext, {
        login,
        sealed: sealStep({ login, proof: outcome.proof }, session),
      })
    case 'throttled':
      return renderWait(outcome.retryAfter, showProblem)
  }
}

const takeFirstStep = async (session: AuthorizationSession, form: Parameters): Promise<OAuthResponse> => {
  const [login, password] = [form.get('username') ?? '', form.get('password') ?? '']
  const otp = form.get('otp')
  const outcome = await attemptSignIn(session, { login, password, otp })
  return outcome.kind === 'signed-in'
    ? finishSignIn(session, outcome.user)
    : answerFirstStep(session, { login, otp }, outcome)
}

const takeSecondStep = async (
  session: AuthorizationSession,
  form: Parameters,
  sealed: string,
): Promise<OAuthResponse> => {
  const { formContext } = session
  const step = openStep(sealed, session)
  if (step === null)
    return renderSignInPage(formContext, {
      username: '',
      problem: 'The sign-in took more than five minutes. Start again.',
    })
  const { login, proof } = step
  const outcome = await attemptSignIn(session, { login, password: proof, otp: form.get('otp') ?? '' })
  if (outcome.kind === 'signed-in') return finishSignIn(session, outcome.user)
  const showProblem = (problem: string): OAuthResponse =>
    renderCodePage(formContext, { login, sealed, problem })
  return outcome.kind === 'throttled'
    ? renderWait(outcome.retryAfter, showProblem)
    : showProblem(
        'The code is wrong, or it was used before. Wait until the app shows the next code, and enter that one.',
      )
}

/** Signs a person in with a password, and in a second step with a code if the account has a second factor. */
export const signIn = (session: AuthorizationSession, form: Parameters): Promise<OAuthResponse> => {
  const sealed = form.get('step')
  return sealed === undefined ? takeFirstStep(session, form) : takeSecondStep(session, form, sealed)
}
