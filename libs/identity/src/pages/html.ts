import { escapeHtml } from '@content-service/domain/internal/rules'
import { NO_STORE, type OAuthResponse } from '../web/http.ts'
import { FAVICON_PATH } from './favicon.ts'
import { STYLESHEET, STYLESHEET_HASH } from './stylesheet.ts'

/**
 * Browsers check `form-action` for each redirect after a form, so the policy names the address of the client. For a host
 * that CSP cannot name, such as an IPv6 address, the policy names the scheme.
 */
const findFormTarget = (redirectUri: string): string => {
  const { protocol, host } = new URL(redirectUri)
  const canBeNamed = /^https?:$/.test(protocol) && /^[\w.-]+(:\d+)?$/.test(host)
  return canBeNamed ? `${protocol}//${host}` : protocol
}

const createContentPolicy = (redirectUri: string | null): string =>
  [
    "default-src 'none'",
    `style-src ${STYLESHEET_HASH}`,
    "img-src 'self'",
    `form-action 'self'${redirectUri === null ? '' : ` ${findFormTarget(redirectUri)}`}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

export interface Page {
  readonly title: string
  /** HTML, with escaped values. */
  readonly body: string
  readonly status?: number
  /** `form` is a narrow column, and `document` a wide column for reading. */
  readonly layout?: 'form' | 'document'
  /** The address that a form on the page may redirect to. */
  readonly redirectUri?: string
  /** Without `cache-control`, no cache may keep the page. */
  readonly headers?: Readonly<Record<string, string>>
}

/** C10.5: a complete page without scripts, and without parts from another origin. */
export const renderPage = ({
  title,
  body,
  status = 200,
  layout = 'form',
  redirectUri,
  headers = {},
}: Page): OAuthResponse => ({
  status,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': createContentPolicy(redirectUri ?? null),
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    ...('cache-control' in headers ? {} : NO_STORE),
    ...headers,
  },
  body: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="${FAVICON_PATH}">
<style>${STYLESHEET}</style>
</head>
<body>
<main class="${layout}">
<h1>${escapeHtml(title)}</h1>
${body}
</main>
</body>
</html>
`,
})
