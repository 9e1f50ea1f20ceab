import type { PasswordProof } from '../sign-in.ts'
import type { Browser } from './browser.ts'
import { addSeconds, type OAuthServer } from './oauth-server.ts'

/** The first step of a sign-in: whose password was right. It holds nothing of the password. */
export interface SignInStep {
  readonly login: string
  readonly proof: PasswordProof
}

/** Long enough to find the phone. */
const STEP_SECONDS = 300

type Where = { readonly browser: Browser; readonly server: Pick<OAuthServer, 'stepSealer' | 'now'> }

/** A sealed step can be opened for the browser alone that holds this cookie. */
const nameBrowser = ({ secret }: Browser): string => `sign-in of ${secret}`

/** The step as text for a field of the next page; for this browser, and for five minutes. */
export const sealStep = (step: SignInStep, { browser, server }: Where): string => {
  const until = addSeconds(server.now(), STEP_SECONDS).getTime()
  return server.stepSealer.seal(JSON.stringify({ ...step, until }), nameBrowser(browser))
}

/** Null for a step of another browser, for one that was not sealed here, and after five minutes. */
export const openStep = (sealed: string, { browser, server }: Where): SignInStep | null => {
  try {
    // What was sealed here is what `sealStep` wrote.
    const { until, ...step } = JSON.parse(
      server.stepSealer.open(sealed, nameBrowser(browser)),
    ) as SignInStep & {
      readonly until: number
    }
    return server.now().getTime() < until ? step : null
  } catch {
    // Whatever else it is, it is no step that this browser has taken.
    return null
  }
}
