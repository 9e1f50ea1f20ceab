import type { SignInOutcome } from '../sign-in.ts'
import { noteRefusal } from './audit.ts'
import { browserCookie, signedInBrowser, signOut } from './browser.ts'
import type { OAuthResponse, Parameters } from './http.ts'
import { signInPage, waitPage } from './pages/sign-in-page.ts'
import { again, type Visit } from './visit.ts'

/** The page that asks once more, with what has to be different. */
const askAgain = (
  { asking }: Visit,
  username: string,
  outcome: Exclude<SignInOutcome, { readonly kind: 'signed-in' }>,
): OAuthResponse => {
  switch (outcome.kind) {
    case 'refused':
      return signInPage(asking, { username, problem: 'The username, the password or the code is wrong.' })
    case 'otp-needed':
      return signInPage(asking, {
        username,
        problem: 'Enter the code of your second factor too.',
        asksForCode: true,
      })
    case 'throttled':
      return waitPage(asking, username, outcome.retryAfter)
  }
}

export const signIn = async (visit: Visit, form: Parameters) => {
  const { browser, request, server } = visit
  const [login, password] = [form.get('username') ?? '', form.get('password') ?? '']
  const outcome = await server.signIn({ login, password, otp: form.get('otp'), address: request.address })
  if (outcome.kind === 'refused' || outcome.kind === 'throttled') await noteRefusal(server, 'authenticate')
  if (outcome.kind !== 'signed-in') return askAgain(visit, login, outcome)
  await signOut(browser, server)
  return again(visit, browserCookie(await signedInBrowser(outcome.user, server), server))
}
