import { escapedHtml } from '@content-service/domain'
import { createHash } from 'node:crypto'
import { NO_STORE, type OAuthResponse } from '../http.ts'

/** Fluid down to 320 px; colours keep a contrast of 4.5 to 1 in the light and in the dark. */
const STYLE = `
:root { color-scheme: light dark; font: 100%/1.5 system-ui, sans-serif }
body { margin: 0; padding: 1rem }
main { max-width: 26rem; margin: 10vh auto 0 }
h1 { font-size: 1.5rem }
label { display: block; margin-top: 1rem; font-weight: 600 }
input, button { box-sizing: border-box; width: 100%; padding: .6rem; font: inherit }
button { margin-top: 1rem; cursor: pointer }
.problem { border-left: .3rem solid #b3261e; padding-left: .7rem }
.name { overflow-wrap: anywhere }
`

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

/**
 * Browsers hold a form to `form-action` through every redirect that follows it, so that the client's address has to
 * be there; a host that CSP cannot name, such as an IPv6 address, goes by its scheme.
 */
const formTarget = (redirectUri: string): string => {
  const { protocol, host } = new URL(redirectUri)
  const canBeNamed = /^https?:$/.test(protocol) && /^[\w.-]+(:\d+)?$/.test(host)
  return canBeNamed ? `${protocol}//${host}` : protocol
}

const policyFor = (redirectUri: string | null): string =>
  [
    "default-src 'none'",
    `style-src 'sha256-${STYLE_HASH}'`,
    'img-src data:',
    `form-action 'self'${redirectUri === null ? '' : ` ${formTarget(redirectUri)}`}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

export interface Page {
  readonly title: string
  /** HTML: whatever comes from outside has been escaped. */
  readonly body: string
  readonly status?: number
  /** Where a form on the page may lead in the end. */
  readonly redirectUri?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** A whole page without any script. */
export const page = ({ title, body, status = 200, redirectUri, headers = {} }: Page): OAuthResponse => ({
  status,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policyFor(redirectUri ?? null),
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    ...NO_STORE,
    ...headers,
  },
  body: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapedHtml(title)}</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escapedHtml(title)}</h1>
${body}
</main>
</body>
</html>
`,
})
