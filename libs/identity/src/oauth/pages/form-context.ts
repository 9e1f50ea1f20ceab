import { escapeHtml } from '@content-service/domain/internal/rules'
import type { Destination } from '../authorization-request.ts'
import { renderForm } from '../../pages/form.ts'
import type { Browser } from '../../web/browser.ts'

/** The authorization request of a form. */
export interface FormContext extends Destination {
  /** The query of the request: the form goes to the same address. */
  readonly query: string
  readonly browser: Browser
  /** The link of "Forgot password?". */
  readonly passwordResetUrl: string
}

/** A form that goes to the address of the request. */
export const renderRequestForm = ({ query, browser }: FormContext, fields: string): string =>
  renderForm(`?${escapeHtml(query)}`, browser, fields)

/** The name that the client registered. */
export const renderClientName = ({ client }: FormContext): string =>
  `<strong class="name">${escapeHtml(client.name)}</strong>`
