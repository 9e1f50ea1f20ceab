import { escapeHtml } from '@content-service/domain/internal/rules'
import type { ContentPolicy } from '@content-service/domain/internal/access'
import type { User } from '@content-service/domain'
import { renderPage } from '../../pages/html.ts'
import type { OAuthResponse } from '../../web/http.ts'
import { renderRequestForm, renderClientName, type FormContext } from './form-context.ts'
import { findReach } from './scope-reach.ts'
import { groupScopes } from './scopes-in-words.ts'

interface Consented {
  readonly user: User
  readonly scopes: readonly string[]
  readonly policy: ContentPolicy
}

const renderScopeGroups = ({ user, scopes, policy }: Consented): string =>
  groupScopes(scopes, (scope) => findReach(user, scope, policy))
    .map(([resource, words]) => {
      const items = words.map((word) => `<li>${escapeHtml(word)}</li>`)
      return `<h2>${escapeHtml(resource)}</h2>\n<ul>\n${items.join('\n')}\n</ul>`
    })
    .join('\n')

/**
 * C7.5: two choices, with the client, the scopes and the address of the client. No button has the focus, so that a
 * second press of Enter on the earlier page does not agree.
 */
export const renderConsentPage = (formContext: FormContext, consented: Consented): OAuthResponse =>
  renderPage({
    title: 'Allow access?',
    body: `<p>You are signed in as <strong class="name">${escapeHtml(consented.user.username)}</strong>. ${renderClientName(formContext)} wants to do this in your name. It can never do more than you can do yourself.</p>
<p>Not you? <a href="access">Sign out</a></p>
${renderScopeGroups(consented)}
<h2>Where you go next</h2>
<p>The service sends your choice to this URL. Allow access only if you know the URL.</p>
<p><code class="place">${escapeHtml(formContext.redirectUri)}</code></p>
${renderRequestForm(
  formContext,
  `<div class="choices">
<button name="choice" value="allow">Allow</button>
<button name="choice" value="refuse" class="secondary">Refuse</button>
</div>`,
)}`,
    redirectUri: formContext.redirectUri,
  })
