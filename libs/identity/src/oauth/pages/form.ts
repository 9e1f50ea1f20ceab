import { escapedHtml } from '@content-service/domain'
import type { Destination } from '../authorization-request.ts'
import { formProof, type Browser } from '../browser.ts'

/** What a page's form belongs to. */
export interface Asking extends Destination {
  /** The request as it came: the form is sent to the same address, which says what is asked for. */
  readonly query: string
  readonly browser: Browser
  /** Where "Forgot password?" leads. */
  readonly passwordResetUrl: string
}

export const form = ({ query, browser }: Asking, fields: string): string =>
  `<form method="post" action="?${escapedHtml(query)}">
<input type="hidden" name="proof" value="${formProof(browser)}">
${fields}
</form>`

/** The client, as it calls itself. */
export const nameOf = ({ client }: Asking): string =>
  `<strong class="name">${escapedHtml(client.name)}</strong>`
