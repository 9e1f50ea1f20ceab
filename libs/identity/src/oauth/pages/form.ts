import { escapedHtml } from '@content-service/domain'
import type { Destination } from '../authorization-request.ts'
import { createFormProof, type Browser } from '../browser.ts'

/** What a page's form belongs to. */
export interface FormContext extends Destination {
  /** The request as it came: the form is sent to the same address, which says what is asked for. */
  readonly query: string
  readonly browser: Browser
  /** Where "Forgot password?" leads. */
  readonly passwordResetUrl: string
}

export const renderForm = ({ query, browser }: FormContext, fields: string): string =>
  `<form method="post" action="?${escapedHtml(query)}">
<input type="hidden" name="proof" value="${createFormProof(browser)}">
${fields}
</form>`

/** The client, as it calls itself. */
export const renderClientName = ({ client }: FormContext): string =>
  `<strong class="name">${escapedHtml(client.name)}</strong>`
