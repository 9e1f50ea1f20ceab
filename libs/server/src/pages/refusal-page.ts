import { escapeHtml } from '@content-service/domain/internal/rules'
import { renderPage, type OAuthResponse } from '@content-service/identity'
import type { createRefusalResponse } from '@content-service/rest-handlers/problems'

/** Shows a refusal to a person, with its status, headers and sentence. */
export const refusalPage = ({
  status,
  headers,
  body,
}: ReturnType<typeof createRefusalResponse>): OAuthResponse => {
  const { 'content-type': _problem, ...others } = headers
  // The body of a refusal is a problem document (C6.7) with a `detail` for people.
  const { detail } = JSON.parse(body) as { readonly detail: string }
  return renderPage({
    title: 'This does not work',
    body: `<p>${escapeHtml(detail)}</p>\n<p><a href="/">Front page</a></p>`,
    status,
    headers: others,
  })
}
