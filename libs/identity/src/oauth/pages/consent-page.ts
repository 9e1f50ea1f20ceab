import { escapeHtml } from '@content-service/domain'
import type { User } from '@content-service/domain'
import { renderPage } from '../../pages/html.ts'
import type { OAuthResponse } from '../http.ts'
import { renderRequestForm, renderClientName, type FormContext } from './form-context.ts'
import { groupScopes } from './scopes-in-words.ts'

const renderScopeGroups = (scopes: readonly string[]): string =>
  groupScopes(scopes)
    .map(([resource, words]) => {
      const items = words.map((word) => `<li>${escapeHtml(word)}</li>`)
      return `<h2>${resource}</h2>\n<ul>\n${items.join('\n')}\n</ul>`
    })
    .join('\n')

/**
 * C7.5: two choices, with the client, the scopes and the address of the client. No button has the focus, so that a
 * second press of Enter on the earlier page does not agree.
 */
export const renderConsentPage = (
  formContext: FormContext,
  user: User,
  scopes: readonly string[],
): OAuthResponse =>
  renderPage({
    title: 'Allow access?',
    body: `<p>You are signed in as <strong class="name">${escapeHtml(user.username)}</strong>. ${renderClientName(formContext)} wants to do this in your name. It can never do more than you can do yourself.</p>
<p>Not you? <a href="access">Sign out</a></p>
${renderScopeGroups(scopes)}
<h2>Where you go next</h2>
<p>Your choice is sent to this address. Allow only if you know it.</p>
<p><code class="place">${escapeHtml(formContext.redirectUri)}</code></p>
${renderRequestForm(
  formContext,
  `<button name="choice" value="allow">Allow</button>
<button name="choice" value="refuse" class="secondary">Refuse</button>`,
)}`,
    redirectUri: formContext.redirectUri,
  })
