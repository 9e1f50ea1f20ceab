import { escapedHtml } from '@content-service/domain'
import type { Destination } from '../authorization-request.ts'
import { createFormProof, type Browser } from '../browser.ts'

/** The authorization request that a form belongs to. */
export interface FormContext extends Destination {
  /** The query of the request: the form goes to the same address. */
  readonly query: string
  readonly browser: Browser
  /** The link of "Forgot password?". */
  readonly passwordResetUrl: string
}

export const renderForm = ({ query, browser }: FormContext, fields: string): string =>
  `<form method="post" action="?${escapedHtml(query)}">
<input type="hidden" name="proof" value="${createFormProof(browser)}">
${fields}
</form>`

/** The name that the client registered. */
export const renderClientName = ({ client }: FormContext): string =>
  `<strong class="name">${escapedHtml(client.name)}</strong>`
