import type { OAuthRequest, OAuthResponse } from '../web/http.ts'
import { renderFieldState } from '../pages/form.ts'
import { answerForm } from '../pages/form-page.ts'
import { renderPage } from '../pages/html.ts'

/** The page to which mails with a code for an address link (C12.4). */
export const EMAIL_PATH = '/account/email'

/** The dependencies of the page. */
export interface EmailConfirmations {
  /** The address of the site: https decides which cookie the browser gets. */
  readonly issuer: string
  /** @throws ContentError BAD_USER_INPUT for an invalid code, and CONFLICT for an address of another account. */
  readonly confirm: (code: string) => Promise<void>
}

const renderDonePage = (): OAuthResponse =>
  renderPage({
    title: 'Your email address is confirmed',
    body: '<p>You can close this page.</p>\n<p><a href="/">Front page</a></p>',
  })

const MESSAGES: Readonly<Record<string, string>> = {
  BAD_USER_INPUT: 'The code does not work: it is wrong, it was used before, or it has expired.',
  CONFLICT: 'Another account has this address. Choose another address.',
}

/** Only the form confirms an address, because mail scanners open links. */
export const answerEmailPage = (
  request: OAuthRequest,
  { issuer, confirm }: EmailConfirmations,
): Promise<OAuthResponse> =>
  answerForm(request, {
    title: 'Confirm your email address',
    action: EMAIL_PATH,
    textField: 'code',
    provenTo: issuer,
    introduction: '<p>Enter the code from the mail.</p>',
    fields: (code, refusal) => `<label for="code">Code</label>
<input id="code" name="code" value="${code}" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" required autofocus${renderFieldState(refusal !== null)}>
<button>Confirm the address</button>`,
    submit: async (code) => {
      await confirm(code)
      return renderDonePage()
    },
    explain: ({ code, status }) => {
      const message = MESSAGES[code]
      return message === undefined ? null : { message, status }
    },
  })
