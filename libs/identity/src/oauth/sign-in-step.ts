import type { PasswordProof } from '../sign-in/sign-in.ts'
import type { Browser } from '../web/browser.ts'
import { addSeconds, type OAuthServer } from './oauth-server.ts'

/** The result of the first step of a sign-in, without the password. */
export interface SignInStep {
  readonly login: string
  readonly proof: PasswordProof
}

/** Long enough for a person to find the phone. */
const STEP_SECONDS = 300

type Where = { readonly browser: Browser; readonly server: Pick<OAuthServer, 'stepSealer' | 'now'> }

/** Only the browser with this cookie can use the step. */
const nameBrowser = ({ secret }: Browser): string => `sign-in of ${secret}`

/** Encrypts the step for a hidden field of the next page, for this browser and for five minutes. */
export const sealStep = (step: SignInStep, { browser, server }: Where): string => {
  const until = addSeconds(server.now(), STEP_SECONDS).getTime()
  return server.stepSealer.seal(JSON.stringify({ ...step, until }), nameBrowser(browser))
}

/** Null for a step of another browser, for a forged step, and after five minutes. */
export const openStep = (sealed: string, { browser, server }: Where): SignInStep | null => {
  try {
    // `sealStep` wrote this JSON.
    const { until, ...step } = JSON.parse(
      server.stepSealer.open(sealed, nameBrowser(browser)),
    ) as SignInStep & {
      readonly until: number
    }
    return server.now().getTime() < until ? step : null
  } catch {
    // The text is not a step of this browser.
    return null
  }
}
