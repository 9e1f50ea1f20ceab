import type { User } from '@content-service/domain'
import type { SignInAttempt, SignInOutcome } from '../sign-in.ts'
import { noteRefusal } from './audit.ts'
import { browserCookie, signedInBrowser, signOut } from './browser.ts'
import type { OAuthResponse, Parameters } from './http.ts'
import { codePage } from './pages/code-page.ts'
import { signInPage } from './pages/sign-in-page.ts'
import { openStep, sealStep } from './sign-in-step.ts'
import { again, type Visit } from './visit.ts'

type Unfinished = Exclude<SignInOutcome, { readonly kind: 'signed-in' }>

/** C7.6: with the time to wait, as every answer to too many attempts. */
const waitFor = (seconds: number, pageWith: (problem: string) => OAuthResponse): OAuthResponse => {
  const shown = pageWith(`There were too many failed sign-ins. Wait ${seconds} seconds and try again.`)
  return { ...shown, status: 429, headers: { ...shown.headers, 'retry-after': String(seconds) } }
}

const attempted = async ({ server, request }: Visit, given: Omit<SignInAttempt, 'address'>) => {
  const outcome = await server.signIn({ ...given, address: request.address })
  if (outcome.kind === 'refused' || outcome.kind === 'throttled') await noteRefusal(server, 'authenticate')
  return outcome
}

const finished = async (visit: Visit, user: User): Promise<OAuthResponse> => {
  const { browser, server } = visit
  await signOut(browser, server)
  return again(visit, browserCookie(await signedInBrowser(user, server), server))
}

const afterFirstStep = (visit: Visit, login: string, outcome: Unfinished): OAuthResponse => {
  const { asking } = visit
  const asked = (problem: string): OAuthResponse => signInPage(asking, { username: login, problem })
  switch (outcome.kind) {
    case 'refused':
      return asked('The username, the password or the code is wrong.')
    case 'otp-needed':
      return codePage(asking, { login, sealed: sealStep({ login, proof: outcome.proof }, visit) })
    case 'throttled':
      return waitFor(outcome.retryAfter, asked)
  }
}

const firstStep = async (visit: Visit, form: Parameters): Promise<OAuthResponse> => {
  const [login, password] = [form.get('username') ?? '', form.get('password') ?? '']
  const outcome = await attempted(visit, { login, password, otp: form.get('otp') })
  return outcome.kind === 'signed-in' ? finished(visit, outcome.user) : afterFirstStep(visit, login, outcome)
}

const secondStep = async (visit: Visit, form: Parameters, sealed: string): Promise<OAuthResponse> => {
  const { asking } = visit
  const step = openStep(sealed, visit)
  if (step === null)
    return signInPage(asking, {
      username: '',
      problem: 'The sign-in took more than five minutes. Start again.',
    })
  const { login, proof } = step
  const outcome = await attempted(visit, { login, password: proof, otp: form.get('otp') ?? '' })
  if (outcome.kind === 'signed-in') return finished(visit, outcome.user)
  const asked = (problem: string): OAuthResponse => codePage(asking, { login, sealed, problem })
  return outcome.kind === 'throttled'
    ? waitFor(outcome.retryAfter, asked)
    : asked(
        'The code is wrong, or it was used before. Wait until the app shows the next code, and enter that one.',
      )
}

/** Signs a person in with a password, and in a second step with a code if the account has a second factor. */
export const signIn = (visit: Visit, form: Parameters): Promise<OAuthResponse> => {
  const sealed = form.get('step')
  return sealed === undefined ? firstStep(visit, form) : secondStep(visit, form, sealed)
}
