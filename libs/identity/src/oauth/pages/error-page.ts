import { escapedHtml } from '@content-service/domain'
import type { OAuthResponse } from '../http.ts'
import type { OAuthError } from '../oauth-error.ts'
import { page } from '../../pages/html.ts'

/** For what cannot be told to the client. */
export const errorPage = ({ message, status, headers }: OAuthError): OAuthResponse =>
  page({
    title: 'This does not work',
    body: `<p class="name">${escapedHtml(message)}</p>
<p>Go back to the application that sent you here and try again; if it happens again, tell those who make it.</p>`,
    status,
    headers,
  })
