import { type User } from '@content-service/domain'
import { escapeHtml } from '@content-service/domain/internal/rules'
import type { OAuthClient } from '@content-service/domain/internal/clients'
import { renderForm } from '../../pages/form.ts'
import { renderPage } from '../../pages/html.ts'
import type { Browser } from '../../web/browser.ts'
import type { OAuthResponse } from '../../web/http.ts'

const renderClientForm = (browser: Browser, { id, name }: Pick<OAuthClient, 'id' | 'name'>): string =>
  `<h3 class="name">${escapeHtml(name)}</h3>
${renderForm(
  'access',
  browser,
  `<input type="hidden" name="client" value="${escapeHtml(id)}">
<button name="choice" value="withdraw" class="secondary">Withdraw access of ${escapeHtml(name)}</button>`,
)}`

/**
 * Shows the signed-in user and the applications with access. Links change nothing, because mail scanners open links.
 */
export const renderAccessPage = (
  browser: Browser,
  user: User,
  clients: readonly Pick<OAuthClient, 'id' | 'name'>[],
): OAuthResponse =>
  renderPage({
    title: 'Your sign-in and access',
    body: `<p>You are signed in as <strong class="name">${escapeHtml(user.username)}</strong>.</p>
${renderForm('access', browser, '<button name="choice" value="sign-out">Sign out</button>')}
<h2>Applications with access</h2>
${
  clients.length === 0
    ? '<p>No application has access to your account.</p>'
    : `<p>If you withdraw the access of an application, its tokens end within seconds, and it has to ask you again.</p>
${clients.map((client) => renderClientForm(browser, client)).join('\n')}`
}`,
  })

export const renderSignedOutPage = (): OAuthResponse =>
  renderPage({
    title: 'You are signed out',
    body: '<p>Nobody is signed in here. An application that sends you here asks you to sign in.</p>',
  })
