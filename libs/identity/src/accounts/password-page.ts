import type { ContentError } from '@content-service/domain'
import type { OAuthRequest, OAuthResponse } from '../web/http.ts'
import { renderFieldState } from '../pages/form.ts'
import { answerForm, type Refusal } from '../pages/form-page.ts'
import { renderPage } from '../pages/html.ts'

/** Sets the password. @throws ContentError BAD_USER_INPUT at `token` or `password`. */
export type ResetPassword = (given: { readonly token: string; readonly password: string }) => Promise<void>

/** The page on which a user requests a new code (C3.8). */
export const PASSWORD_RESET_PATH = '/account/password-reset'

const BAD_CODE =
  'The code does not work: it is wrong, it was used before, or it has expired. Get a new code by mail (below).'

const renderDonePage = (): OAuthResponse =>
  renderPage({
    title: 'Your password is set',
    body: `<p>All your earlier sessions have ended. Go back to the application that you came from, and sign in with the new password.</p>
<p><a href="/">Front page</a></p>`,
  })

const explain = ({ code, problems: [problem] }: ContentError): Refusal | null => {
  if (code !== 'BAD_USER_INPUT') return null
  return problem?.path[0] === 'token'
    ? { field: 'code', message: BAD_CODE, status: 422 }
    : { field: 'password', message: `The password ${problem?.message ?? ''}.`, status: 422 }
}

/**
 * The page to which mails with codes link (C3.8). The form needs no protection against CSRF, because another site does
 * not know the code.
 */
export const answerPasswordPage = (request: OAuthRequest, reset: ResetPassword): Promise<OAuthResponse> =>
  answerForm(request, {
    title: 'Choose a password',
    action: '/account/password',
    textField: 'code',
    introduction: '<p>Enter the code from the mail, and the password that you want.</p>',
    fields: (code, refusal) => `<label for="code">Code</label>
<input id="code" name="code" value="${code}" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" required autofocus${renderFieldState(refusal?.field === 'code')}>
<label for="password">New password</label>
<input id="password" name="password" type="password" autocomplete="new-password" required${renderFieldState(refusal?.field === 'password')}>
<button>Set the password</button>`,
    ending: `<p>You have no code, or it has expired? <a href="${PASSWORD_RESET_PATH}">Get a new code by mail</a>.</p>`,
    submit: async (token, form) => {
      await reset({ token, password: form.get('password') ?? '' })
      return renderDonePage()
    },
    explain,
  })
