import { escapedHtml } from '@content-service/domain'
import type { Permission, User } from '@content-service/domain'
import type { OAuthResponse } from '../http.ts'
import { form, nameOf, type Asking } from './form.ts'
import { page } from '../../pages/html.ts'

/** Every permission as what somebody is asked for. */
const IN_WORDS = {
  'articles:read': 'read articles, your drafts too',
  'articles:write': 'write and change articles',
  'articles:publish': 'publish and archive articles',
  'articles:delete': 'delete articles',
  'comments:read': 'read comments',
  'comments:write': 'write and change comments',
  'comments:delete': 'delete comments',
  'users:read': 'see your account and its private details',
  'users:write': 'change your account, follow and like',
  'users:delete': 'delete your account',
  'products:read': 'see products',
  'products:write': 'change products',
  'api-keys:read': 'see your API keys',
  'api-keys:write': 'make and revoke API keys',
  'webhooks:read': 'see webhooks',
  'webhooks:write': 'make and change webhooks',
  'oauth-clients:read': 'see registered OAuth clients',
  'oauth-clients:write': 'register, change and delete OAuth clients',
  'audit:read': 'read the audit log',
} as const satisfies Readonly<Record<Permission, string>>

const inWords = (scope: string): string =>
  Object.hasOwn(IN_WORDS, scope) ? IN_WORDS[scope as Permission] : scope

const scopeList = (scopes: readonly string[]): string =>
  `<ul>\n${scopes.map((scope) => `<li>${escapedHtml(inWords(scope))}</li>`).join('\n')}\n</ul>`

/** C7.5: two choices. */
export const consentPage = (asking: Asking, user: User, scopes: readonly string[]): OAuthResponse =>
  page({
    title: 'Allow access?',
    body: `<p>You are signed in as <strong class="name">${escapedHtml(user.username)}</strong>. ${nameOf(asking)} asks to act for you, as far as you may yourself:</p>
${scopeList(scopes)}
${form(
  asking,
  `<button name="choice" value="allow" autofocus>Allow</button>
<button name="choice" value="refuse">Refuse</button>`,
)}`,
    redirectUri: asking.redirectUri,
  })
