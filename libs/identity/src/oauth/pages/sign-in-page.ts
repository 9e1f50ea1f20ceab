import { escapedHtml } from '@content-service/domain'
import type { OAuthResponse } from '../http.ts'
import { form, nameOf, type Asking } from './form.ts'
import { page } from '../../pages/html.ts'

/** What was wrong with the last attempt, and what to keep of it. The password is never sent back. */
interface Failed {
  readonly username: string
  readonly problem: string
  /** The second step: the account has a second factor. */
  readonly asksForCode?: boolean
}

const NOTHING_YET = { username: '', problem: null, asksForCode: false }

/** Ties a field to what is wrong with it. */
const TIED = ' aria-invalid="true" aria-describedby="problem"'

const CODE_FIELD = `<label for="otp">Code of the second factor, or a recovery code</label>
<input id="otp" name="otp" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" required${TIED}>`

const fields = ({ username, problem, asksForCode = false }: Failed | typeof NOTHING_YET): string => {
  const tied = problem === null || asksForCode ? '' : TIED
  const focus = (isFirst: boolean): string => (isFirst ? ' autofocus' : '')
  return `<label for="username">Username or email</label>
<input id="username" name="username" value="${escapedHtml(username)}" autocomplete="username" autocapitalize="none" spellcheck="false" required${focus(username === '')}${tied}>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required${focus(username !== '')}${tied}>
${asksForCode ? CODE_FIELD : ''}
<button name="choice" value="sign-in">Sign in</button>`
}

export const signInPage = (asking: Asking, failed: Failed | null = null): OAuthResponse =>
  page({
    title: 'Sign in',
    body: `<p>Sign in to go on to ${nameOf(asking)}.</p>
${failed === null ? '' : `<p id="problem" class="problem" role="alert">${escapedHtml(failed.problem)}</p>`}
${form(asking, fields(failed ?? NOTHING_YET))}`,
    redirectUri: asking.redirectUri,
  })

/** C7.6: with the time to wait, as every answer to too many attempts. */
export const waitPage = (asking: Asking, username: string, seconds: number): OAuthResponse => {
  const problem = `There were too many failed sign-ins. Wait ${seconds} seconds and try again.`
  const { headers, ...response } = signInPage(asking, { username, problem })
  return { ...response, status: 429, headers: { ...headers, 'retry-after': String(seconds) } }
}
