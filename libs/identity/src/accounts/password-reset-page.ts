import type { OAuthRequest, OAuthResponse } from '../web/http.ts'
import { renderFieldState } from '../pages/form.ts'
import { answerForm } from '../pages/form-page.ts'
import { renderPage } from '../pages/html.ts'
import { PASSWORD_RESET_PATH } from './password-page.ts'

/** The dependencies of the page. */
export interface PasswordResets {
  /** The address of the site: https decides which cookie the browser gets. */
  readonly issuer: string
  readonly canSendMail: boolean
  /** The response is the same for every address. @throws ContentError BAD_USER_INPUT for a text that is not an address. */
  readonly requestReset: (email: string) => Promise<void>
}

/** C3.8: the page is the same for every address, with and without an account. */
const renderSentPage = (): OAuthResponse =>
  renderPage({
    title: 'Look at your mail',
    body: `<p>If the address belongs to an account, a mail with a code is on its way. The code works once, for one hour.</p>
<p>No mail after a few minutes? Look into your spam folder, check the address, and try again. The service waits longer after each mail, at most an hour, and earlier codes stay valid.</p>
<p><a href="/account/password">Enter the code</a></p>`,
  })

const renderNoMailPage = (): OAuthResponse =>
  renderPage({
    title: 'This service cannot send mail',
    body: '<p>Ask an administrator of the service for a new password. The administrator can set up mail with the setting <code>SMTP_URL</code>.</p>',
    status: 503,
  })

/** The page behind "Forgot password?" (C3.8). Other sites cannot make the service send mails. */
export const answerPasswordResetPage = async (
  request: OAuthRequest,
  { issuer, canSendMail, requestReset }: PasswordResets,
): Promise<OAuthResponse> => {
  if (!canSendMail && request.method !== 'OPTIONS') return renderNoMailPage()
  return answerForm(request, {
    title: 'Forgot your password?',
    action: PASSWORD_RESET_PATH,
    textField: 'email',
    provenTo: issuer,
    introduction:
      '<p>Enter the email address of your account. You get a mail with a code for a new password.</p>',
    fields: (email, refusal) => `<label for="email">Email address</label>
<input id="email" name="email" type="email" value="${email}" autocomplete="email" required autofocus${renderFieldState(refusal !== null)}>
<button>Send the mail</button>`,
    ending: '<p>You have a code already? <a href="/account/password">Choose a password</a>.</p>',
    submit: async (email) => {
      await requestReset(email)
      return renderSentPage()
    },
    explain: ({ code }) =>
      code === 'BAD_USER_INPUT'
        ? { message: 'Enter an email address, such as ada@example.org.', status: 422 }
        : null,
  })
}
