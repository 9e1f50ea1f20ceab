import type { Permission, User } from '@content-service/domain'
import type { Destination } from '../authorization-request.ts'
import { formProof, type Browser } from '../browser.ts'
import type { OAuthResponse } from '../http.ts'
import type { OAuthError } from '../oauth-error.ts'
import { escaped, page } from './html.ts'

/** What a page's form belongs to. */
export interface Asking extends Destination {
  /** The request as it came: the form is sent to the same address, which says what is asked for. */
  readonly query: string
  readonly browser: Browser
}

const form = ({ query, browser }: Asking, fields: string): string =>
  `<form method="post" action="?${escaped(query)}">
<input type="hidden" name="proof" value="${formProof(browser)}">
${fields}
</form>`

const problemText = (problem: string | null): string =>
  problem === null ? '' : `<p id="problem" class="problem" role="alert">${escaped(problem)}</p>`

const nameOf = ({ client }: Asking): string => `<strong class="name">${escaped(client.name)}</strong>`

/** What was wrong with the last attempt, and what to keep of it. */
export interface SignInProblem {
  readonly problem: string
  readonly username: string
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
}

const signInFields = (username: string, problem: string | null): string => {
  const tied = problem === null ? '' : ' aria-invalid="true" aria-describedby="problem"'
  return `<label for="username">Username or email</label>
<input id="username" name="username" value="${escaped(username)}" autocomplete="username" autocapitalize="none" spellcheck="false" required autofocus${tied}>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required${tied}>
<button name="choice" value="sign-in">Sign in</button>`
}

export const signInPage = (asking: Asking, failed: SignInProblem | null = null): OAuthResponse =>
  page({
    title: 'Sign in',
    body: `<p>Sign in to go on to ${nameOf(asking)}.</p>
${problemText(failed?.problem ?? null)}
${form(asking, signInFields(failed?.username ?? '', failed?.problem ?? null))}`,
    redirectUri: asking.redirectUri,
    status: failed?.status ?? 200,
    headers: failed?.headers ?? {},
  })

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
  'audit:read': 'read the audit log',
} as const satisfies Readonly<Record<Permission, string>>

const inWords = (scope: string): string =>
  Object.hasOwn(IN_WORDS, scope) ? IN_WORDS[scope as Permission] : scope

const scopeList = (scopes: readonly string[]): string =>
  `<ul>\n${scopes.map((scope) => `<li>${escaped(inWords(scope))}</li>`).join('\n')}\n</ul>`

/** C7.5: two choices. */
export const consentPage = (asking: Asking, user: User, scopes: readonly string[]): OAuthResponse =>
  page({
    title: 'Allow access?',
    body: `<p>You are signed in as <strong class="name">${escaped(user.username)}</strong>. ${nameOf(asking)} asks to act for you, as far as you may yourself:</p>
${scopeList(scopes)}
${form(
  asking,
  `<button name="choice" value="allow" autofocus>Allow</button>
<button name="choice" value="refuse">Refuse</button>`,
)}`,
    redirectUri: asking.redirectUri,
  })

/** For what cannot be told to the client. */
export const errorPage = ({ message, status, headers }: OAuthError): OAuthResponse =>
  page({
    title: 'This does not work',
    body: `<p class="name">${escaped(message)}</p>
<p>Go back to the application that sent you here and try again; if it happens again, tell those who make it.</p>`,
    status,
    headers,
  })
