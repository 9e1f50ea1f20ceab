import { ContentError, escapedHtml } from '@content-service/domain'
import { browserCookie, browserSecret, checkFormProof, formProof } from '../oauth/browser.ts'
import { formOf, type OAuthRequest, type OAuthResponse } from '../oauth/http.ts'
import { OAuthError } from '../oauth/oauth-error.ts'
import { page } from '../pages/html.ts'
import { PASSWORD_RESET_PATH } from './password-page.ts'

/** What the page works with. */
export interface PasswordResets {
  /** The address of the site: https decides which cookie the browser gets. */
  readonly issuer: string
  readonly canSendMail: boolean
  /** The answer is the same for every address. @throws ContentError BAD_USER_INPUT for text that is no address. */
  readonly requestReset: (email: string) => Promise<void>
}

interface Wrong {
  readonly message: string
  readonly status: number
  readonly email: string
}

/** A page whose form carries a proof that this browser was shown it: another site cannot have mails sent (CSRF). */
const formPage = (request: OAuthRequest, { issuer }: PasswordResets, wrong: Wrong | null): OAuthResponse => {
  const browser = { secret: browserSecret(request, { issuer }) }
  return page({
    title: 'Forgot your password?',
    body: `<p>Enter the email address of your account. You get a mail with a code for a new password.</p>
${wrong ? `<p id="problem" class="problem" role="alert">${escapedHtml(wrong.message)}</p>` : ''}
<form method="post" action="${PASSWORD_RESET_PATH}">
<input type="hidden" name="proof" value="${formProof(browser)}">
<label for="email">Email address</label>
<input id="email" name="email" type="email" value="${escapedHtml(wrong?.email ?? '')}" autocomplete="email" required autofocus${wrong ? ' aria-invalid="true" aria-describedby="problem"' : ''}>
<button>Send the mail</button>
</form>
<p>You have a code already? <a href="/account/password">Choose a password</a>.</p>`,
    status: wrong?.status ?? 200,
    headers: browserCookie(browser, { issuer }),
  })
}

/** C3.8: the same for every address, whether it belongs to an account or not. */
const sentPage = (): OAuthResponse =>
  page({
    title: 'Look at your mail',
    body: `<p>If the address belongs to an account, a mail with a code is on its way. The code works once, for one hour.</p>
<p>No mail after a few minutes? Look into your spam folder, check the address, and try again. The service waits longer after each mail, at most an hour, and earlier codes stay valid.</p>
<p><a href="/account/password">Enter the code</a></p>`,
  })

const noMailPage = (): OAuthResponse =>
  page({
    title: 'This service cannot send mail',
    body: '<p>Ask an administrator of the service for a new password. The administrator can set up mail with the setting <code>SMTP_URL</code>.</p>',
    status: 503,
  })

const wrongWith = (error: unknown, email: string): Wrong => {
  if (error instanceof OAuthError) return { message: error.message, status: error.status, email }
  if (!(error instanceof ContentError) || error.code !== 'BAD_USER_INPUT') throw error
  return { message: 'Enter an email address, such as ada@example.org.', status: 422, email }
}

const submit = async (request: OAuthRequest, resets: PasswordResets): Promise<OAuthResponse> => {
  let email = ''
  try {
    const form = formOf(request)
    email = form.get('email')?.trim() ?? ''
    checkFormProof(form, { secret: browserSecret(request, resets) })
    await resets.requestReset(email)
    return sentPage()
  } catch (error) {
    return formPage(request, resets, wrongWith(error, email))
  }
}

const METHODS = 'GET, HEAD, POST, OPTIONS'

/** The page behind "Forgot password?" (C3.8). It works without script. */
export const passwordResetPage = async (
  request: OAuthRequest,
  resets: PasswordResets,
): Promise<OAuthResponse> => {
  if (request.method === 'OPTIONS') return { status: 200, headers: { allow: METHODS }, body: '' }
  if (!resets.canSendMail) return noMailPage()
  if (request.method === 'GET' || request.method === 'HEAD') return formPage(request, resets, null)
  if (request.method === 'POST') return submit(request, resets)
  const refused = formPage(request, resets, { message: 'Send the form.', status: 405, email: '' })
  return { ...refused, headers: { ...refused.headers, allow: METHODS } }
}
