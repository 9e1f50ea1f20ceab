import { ContentError } from '@content-service/domain'
import { escapeHtml } from '@content-service/domain/internal/rules'
import { checkFormProof, createCookieHeader, readBrowserSecret } from '../web/browser.ts'
import { parseForm, type OAuthRequest, type OAuthResponse, type Parameters } from '../web/http.ts'
import { OAuthError } from '../web/oauth-error.ts'
import { renderForm, renderProblem } from './form.ts'
import { renderPage } from './html.ts'

/** The refusal of a form. */
export interface Refusal {
  readonly message: string
  readonly status: number
  /** The field with the problem. */
  readonly field?: string
}

/** A form on a separate page, which works without scripts. */
export interface FormPage {
  readonly title: string
  readonly action: string
  /** The field that the page shows again after a refusal. */
  readonly textField: string
  /** HTML before the form, of the fields with the escaped text, and after the form. */
  readonly introduction: string
  readonly fields: (text: string, refusal: Refusal | null) => string
  readonly ending?: string
  /**
   * The issuer, if only a browser that was shown the form may send it (CSRF): https decides which cookie the browser
   * gets.
   */
  readonly provenTo?: string
  readonly submit: (text: string, form: Parameters) => Promise<OAuthResponse>
  /** Null for an error without a cause in the form. */
  readonly explain: (error: ContentError) => Refusal | null
}

const METHODS = 'GET, HEAD, POST, OPTIONS'

const showForm = (
  request: OAuthRequest,
  form: FormPage,
  { refusal, text }: { readonly refusal: Refusal | null; readonly text: string },
): OAuthResponse => {
  const { title, action, introduction, fields, ending, provenTo: issuer } = form
  const browser = issuer === undefined ? null : { secret: readBrowserSecret(request, { issuer }) }
  return renderPage({
    title,
    body: `${introduction}
${renderProblem(refusal?.message)}
${renderForm(action, browser, fields(escapeHtml(text), refusal))}${ending ? `\n${ending}` : ''}`,
    status: refusal?.status ?? 200,
    ...(browser && issuer !== undefined && { headers: createCookieHeader(browser, { issuer }) }),
  })
}

const explainError = (error: unknown, { explain }: FormPage): Refusal => {
  if (error instanceof OAuthError) return { message: error.message, status: error.status }
  const refusal = error instanceof ContentError ? explain(error) : null
  if (refusal === null) throw error
  return refusal
}

const submitForm = async (request: OAuthRequest, page: FormPage): Promise<OAuthResponse> => {
  let text = ''
  try {
    const form = parseForm(request)
    text = form.get(page.textField)?.trim() ?? ''
    if (page.provenTo !== undefined)
      checkFormProof(form, { secret: readBrowserSecret(request, { issuer: page.provenTo }) })
    return await page.submit(text, form)
  } catch (error) {
    return showForm(request, page, { refusal: explainError(error, page), text })
  }
}

/** GET shows the form, and POST submits it. */
export const answerForm = async (request: OAuthRequest, page: FormPage): Promise<OAuthResponse> => {
  if (request.method === 'OPTIONS') return { status: 200, headers: { allow: METHODS }, body: '' }
  if (request.method === 'GET' || request.method === 'HEAD')
    return showForm(request, page, { refusal: null, text: '' })
  if (request.method === 'POST') return submitForm(request, page)
  const refusal = { message: 'Send the form.', status: 405 }
  const refused = showForm(request, page, { refusal, text: '' })
  return { ...refused, headers: { ...refused.headers, allow: METHODS } }
}
