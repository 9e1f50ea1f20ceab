import { escapeHtml } from '@content-service/domain/internal/rules'
import type { OAuthResponse } from '../../web/http.ts'
import type { OAuthError } from '../../web/oauth-error.ts'
import { renderPage } from '../../pages/html.ts'

/** The page for errors that cannot go to the client. */
export const renderErrorPage = ({ message, status, headers }: OAuthError): OAuthResponse =>
  renderPage({
    title: 'This does not work',
    body: `<p class="name">${escapeHtml(message)}</p>
<p>Go back to the application that sent you here and try again; if it happens again, tell those who make it.</p>`,
    status,
    headers,
  })
