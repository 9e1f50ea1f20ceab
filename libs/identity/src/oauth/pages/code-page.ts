import { escapeHtml } from '@content-service/domain/internal/rules'
import type { OAuthResponse } from '../../web/http.ts'
import { renderProblem } from '../../pages/form.ts'
import { renderPage } from '../../pages/html.ts'
import { renderRequestForm, renderClientName, type FormContext } from './form-context.ts'

interface CodeStep {
  readonly login: string
  /** The first step, as `sealStep` made it. */
  readonly sealed: string
  readonly problem?: string
}

/** The second step of a sign-in, without the password. */
export const renderCodePage = (
  formContext: FormContext,
  { login, sealed, problem }: CodeStep,
): OAuthResponse => {
  const tied = problem === undefined ? 'explanation' : 'problem explanation'
  return renderPage({
    title: 'Enter your code',
    body: `<p>Your password is right. You are signing in as <strong class="name">${escapeHtml(login)}</strong> to go on to ${renderClientName(formContext)}.</p>
<p id="explanation">This account has a second factor. Open your authenticator app and enter the six digits that it shows for this account now. If you do not have the app, enter one of your recovery codes. Each recovery code works once.</p>
${renderProblem(problem)}
${renderRequestForm(
  formContext,
  `<input type="hidden" name="step" value="${escapeHtml(sealed)}">
<label for="otp">Code from the app, or a recovery code</label>
<input id="otp" name="otp" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" required autofocus aria-describedby="${tied}"${problem === undefined ? '' : ' aria-invalid="true"'}>
<button name="choice" value="sign-in">Sign in</button>`,
)}
<p><a href="?${escapeHtml(formContext.query)}">Sign in as somebody else</a></p>`,
    redirectUri: formContext.redirectUri,
  })
}
