import { escapeHtml } from '@content-service/domain/internal/rules'
import type { OAuthResponse } from '../../web/http.ts'
import { renderFieldState, renderProblem } from '../../pages/form.ts'
import { renderPage } from '../../pages/html.ts'
import { renderRequestForm, renderClientName, type FormContext } from './form-context.ts'

/** The last attempt, and its problem. The page never contains the password. */
interface Failed {
  readonly username: string
  readonly problem: string
}

const NO_ATTEMPT = { username: '', problem: null }

const renderFields = ({ username, problem }: Failed | typeof NO_ATTEMPT): string => {
  const tied = renderFieldState(problem !== null)
  const focus = (isFirst: boolean): string => (isFirst ? ' autofocus' : '')
  return `<label for="username">Username or email</label>
<input id="username" name="username" value="${escapeHtml(username)}" autocomplete="username" autocapitalize="none" spellcheck="false" required${focus(username === '')}${tied}>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required${focus(username !== '')}${tied}>
<button name="choice" value="sign-in">Sign in</button>`
}

export const renderSignInPage = (formContext: FormContext, failed: Failed | null = null): OAuthResponse =>
  renderPage({
    title: 'Sign in',
    body: `<p>Sign in to go on to ${renderClientName(formContext)}.</p>
${renderProblem(failed?.problem)}
${renderRequestForm(formContext, renderFields(failed ?? NO_ATTEMPT))}
<p><a href="${escapeHtml(formContext.passwordResetUrl)}">Forgot password?</a></p>`,
    redirectUri: formContext.redirectUri,
  })
