import { ContentError, escapedHtml } from '@content-service/domain'
import { browserCookie, browserSecret, checkFormProof, formProof } from '../oauth/browser.ts'
import { formOf, type OAuthRequest, type OAuthResponse } from '../oauth/http.ts'
import { OAuthError } from '../oauth/oauth-error.ts'
import { page } from '../pages/html.ts'

/** The page that mails with a code for an address lead to (C12.4). */
export const EMAIL_PATH = '/account/email'

/** What the page works with. */
export interface EmailConfirmations {
  /** The address of the site: https decides which cookie the browser gets. */
  readonly issuer: string
  /** @throws ContentError BAD_USER_INPUT for a code that is not good, and CONFLICT for an address that is taken. */
  readonly confirm: (code: string) => Promise<void>
}

interface Wrong {
  readonly message: string
  readonly status: number
  readonly code: string
}

/**
 * Only a form confirms: mail scanners open links. It carries a proof that this browser was shown it, so that another site
 * cannot have an address confirmed (CSRF).
 */
const formPage = (
  request: OAuthRequest,
  { issuer }: EmailConfirmations,
  wrong: Wrong | null,
): OAuthResponse => {
  const browser = { secret: browserSecret(request, { issuer }) }
  return page({
    title: 'Confirm your email address',
    body: `<p>Enter the code from the mail.</p>
${wrong ? `<p id="problem" class="problem" role="alert">${escapedHtml(wrong.message)}</p>` : ''}
<form method="post" action="${EMAIL_PATH}">
<input type="hidden" name="proof" value="${formProof(browser)}">
<label for="code">Code</label>
<input id="code" name="code" value="${escapedHtml(wrong?.code ?? '')}" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" required autofocus${wrong ? ' aria-invalid="true" aria-describedby="problem"' : ''}>
<button>Confirm the address</button>
</form>`,
    status: wrong?.status ?? 200,
    headers: browserCookie(browser, { issuer }),
  })
}

const donePage = (): OAuthResponse =>
  page({
    title: 'Your email address is confirmed',
    body: '<p>You can close this page.</p>\n<p><a href="/">Front page</a></p>',
  })

const MESSAGES: Readonly<Record<string, string>> = {
  BAD_USER_INPUT: 'The code does not work: it is wrong, it was used before, or it has expired.',
  CONFLICT: 'Another account has this address. Choose another address.',
}

const wrongWith = (error: unknown, code: string): Wrong => {
  if (error instanceof OAuthError) return { message: error.message, status: error.status, code }
  const message = error instanceof ContentError ? MESSAGES[error.code] : undefined
  if (!(error instanceof ContentError) || message === undefined) throw error
  return { message, status: error.status, code }
}

const submit = async (request: OAuthRequest, confirmations: EmailConfirmations): Promise<OAuthResponse> => {
  let code = ''
  try {
    const form = formOf(request)
    code = form.get('code')?.trim() ?? ''
    checkFormProof(form, { secret: browserSecret(request, confirmations) })
    await confirmations.confirm(code)
    return donePage()
  } catch (error) {
    return formPage(request, confirmations, wrongWith(error, code))
  }
}

const METHODS = 'GET, HEAD, POST, OPTIONS'

/** It works without script. */
export const emailPage = async (
  request: OAuthRequest,
  confirmations: EmailConfirmations,
): Promise<OAuthResponse> => {
  if (request.method === 'OPTIONS') return { status: 200, headers: { allow: METHODS }, body: '' }
  if (request.method === 'GET' || request.method === 'HEAD') return formPage(request, confirmations, null)
  if (request.method === 'POST') return submit(request, confirmations)
  const refused = formPage(request, confirmations, { message: 'Send the form.', status: 405, code: '' })
  return { ...refused, headers: { ...refused.headers, allow: METHODS } }
}
