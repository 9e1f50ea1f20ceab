import { escapedHtml, type OAuthClient, type User } from '@content-service/domain'
import { page } from '../../pages/html.ts'
import { formProof, type Browser } from '../browser.ts'
import type { OAuthResponse } from '../http.ts'

const form = (browser: Browser, fields: string): string =>
  `<form method="post" action="access">
<input type="hidden" name="proof" value="${formProof(browser)}">
${fields}
</form>`

const clientForm = (browser: Browser, { id, name }: Pick<OAuthClient, 'id' | 'name'>): string =>
  `<h3 class="name">${escapedHtml(name)}</h3>
${form(
  browser,
  `<input type="hidden" name="client" value="${escapedHtml(id)}">
<button name="choice" value="withdraw" class="secondary">Withdraw access of ${escapedHtml(name)}</button>`,
)}`

/** Who is signed in here, and which applications act for them. Only a form changes something: links are opened by others. */
export const managedAccessPage = (
  browser: Browser,
  user: User,
  clients: readonly Pick<OAuthClient, 'id' | 'name'>[],
): OAuthResponse =>
  page({
    title: 'Your sign-in and access',
    body: `<p>You are signed in as <strong class="name">${escapedHtml(user.username)}</strong>.</p>
${form(browser, '<button name="choice" value="sign-out">Sign out</button>')}
<h2>Applications with access</h2>
${
  clients.length === 0
    ? '<p>No application has access to your account.</p>'
    : `<p>If you withdraw the access of an application, its tokens end within seconds, and it has to ask you again.</p>
${clients.map((client) => clientForm(browser, client)).join('\n')}`
}`,
  })

export const signedOutPage = (): OAuthResponse =>
  page({
    title: 'You are signed out',
    body: '<p>Nobody is signed in here. An application that sends you here asks you to sign in.</p>',
  })
