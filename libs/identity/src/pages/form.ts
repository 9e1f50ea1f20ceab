import { escapeHtml } from '@content-service/domain/internal/rules'
import { createFormProof, type Browser } from '../web/browser.ts'

/** A form, with the proof that the browser was shown the form (CSRF) unless the browser is null. */
export const renderForm = (action: string, browser: Pick<Browser, 'secret'> | null, fields: string): string =>
  `<form method="post" action="${action}">
${browser ? `<input type="hidden" name="proof" value="${createFormProof(browser)}">\n` : ''}${fields}
</form>`

/** The message about a refused form; empty without a problem. */
export const renderProblem = (problem: string | null | undefined): string =>
  problem ? `<p id="problem" class="problem" role="alert">${escapeHtml(problem)}</p>` : ''

/** The attributes of a field that connect it with the message. */
export const renderFieldState = (isWrong: boolean): string =>
  isWrong ? ' aria-invalid="true" aria-describedby="problem"' : ''
