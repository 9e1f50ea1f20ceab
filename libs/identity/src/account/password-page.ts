import { escapedHtml, ContentError } from '@content-service/domain'
import { formOf, type OAuthRequest, type OAuthResponse } from '../oauth/http.ts'
import { OAuthError } from '../oauth/oauth-error.ts'
import { page } from '../pages/html.ts'

/** Sets the password. @throws ContentError BAD_USER_INPUT at `token` or `password`. */
export type ResetPassword = (given: { readonly token: string; readonly password: string }) => Promise<void>

/** What was wrong with the last attempt, and which field it was about. */
interface Wrong {
  readonly field: 'code' | 'password' | null
  readonly message: string
  readonly status: number
  readonly code: string
}

/** Where to get a new code (C3.8). */
export const PASSWORD_RESET_PATH = '/account/password-reset'

const BAD_CODE =
  'The code does not work: it is wrong, it was used before, or it has expired. Get a new code by mail (below).'

const tied = (field: Wrong['field'], wrong: Wrong | null): string =>
  wrong?.field === field ? ' aria-invalid="true" aria-describedby="problem"' : ''

/** A stranger's page that sends this form knows no code, so that it needs no proof of where it comes from. */
const formPage = (wrong: Wrong | null): OAuthResponse =>
  page({
    title: 'Choose a password',
    body: `<p>Enter the code from the mail, and the password that you want.</p>
${wrong ? `<p id="problem" class="problem" role="alert">${escapedHtml(wrong.message)}</p>` : ''}
<form method="post" action="/account/password">
<label for="code">Code</label>
<input id="code" name="code" value="${escapedHtml(wrong?.code ?? '')}" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" required autofocus${tied('code', wrong)}>
<label for="password">New password</label>
<input id="password" name="password" type="password" autocomplete="new-password" required${tied('password', wrong)}>
<button>Set the password</button>
</form>
<p>You have no code, or it has expired? <a href="${PASSWORD_RESET_PATH}">Get a new code by mail</a>.</p>`,
    status: wrong?.status ?? 200,
  })

const donePage = (): OAuthResponse =>
  page({
    title: 'Your password is set',
    body: `<p>All your earlier sessions have ended. Go back to the application that you came from, and sign in with the new password.</p>
<p><a href="/">Front page</a></p>`,
  })

const wrongWith = (error: unknown, code: string): Wrong => {
  if (error instanceof OAuthError) return { field: null, message: error.message, status: error.status, code }
  if (!(error instanceof ContentError) || error.code !== 'BAD_USER_INPUT') throw error
  const [problem] = error.problems
  return problem?.path[0] === 'token'
    ? { field: 'code', message: BAD_CODE, status: 422, code }
    : { field: 'password', message: `The password ${problem?.message ?? ''}.`, status: 422, code }
}

const submit = async (request: OAuthRequest, reset: ResetPassword): Promise<OAuthResponse> => {
  let code = ''
  try {
    const form = formOf(request)
    code = form.get('code')?.trim() ?? ''
    await reset({ token: code, password: form.get('password') ?? '' })
    return donePage()
  } catch (error) {
    return formPage(wrongWith(error, code))
  }
}

const METHODS = 'GET, HEAD, POST, OPTIONS'

/** The page that mails with codes lead to (C3.8). It works without script. */
export const passwordPage = async (request: OAuthRequest, reset: ResetPassword): Promise<OAuthResponse> => {
  if (request.method === 'OPTIONS') return { status: 200, headers: { allow: METHODS }, body: '' }
  if (request.method === 'GET' || request.method === 'HEAD') return formPage(null)
  if (request.method === 'POST') return submit(request, reset)
  const refused = formPage({ field: null, message: 'Send the form.', status: 405, code: '' })
  return { ...refused, headers: { ...refused.headers, allow: METHODS } }
}
