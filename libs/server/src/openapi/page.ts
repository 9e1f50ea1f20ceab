import { escapeHtml } from '@content-service/domain/internal/rules'
import { FAVICON_PATH, DESIGN_TOKENS } from '@content-service/identity'
import { renderMarkdown } from '../pages/markdown.ts'

/**
 * Starts Swagger UI with the OpenAPI document. Requests go to the address of the page, because the policy refuses other
 * names of the same host. The page leaves out HEAD and OPTIONS, which are half of all operations, and the introduction,
 * which it shows above.
 */
export const SCRIPT = `
const dark = matchMedia('(prefers-color-scheme: dark)')
const followSystem = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', followSystem)
followSystem()
const here = new URL('..', location.href).href.replace(/\\/$/, '')
const withoutKeys = (value, keys) => Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)))
const published = await (await fetch('openapi.json')).json()
const paths = Object.entries(published.paths).map(([path, item]) => [path, withoutKeys(item, ['head', 'options'])])
// Swagger UI gives the fields for parameters no name. Each one stands in a row that has it.
const nameFields = () => {
  for (const field of document.querySelectorAll('[data-param-name] select:not([aria-label]), [data-param-name] textarea:not([aria-label])'))
    field.setAttribute('aria-label', field.closest('[data-param-name]').dataset.paramName)
}
new MutationObserver(nameFields).observe(document.getElementById('reference'), { childList: true, subtree: true })
SwaggerUIBundle({
  spec: {
    ...published,
    info: withoutKeys(published.info, ['description']),
    paths: Object.fromEntries(paths),
    servers: [{ url: here }],
  },
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'list',
  filter: true,
  persistAuthorization: false,
  validatorUrl: null,
})
`

const STYLE = `${DESIGN_TOKENS}
body { margin: 0; color: var(--ink); background: var(--paper); font: var(--text) / 1.5 var(--font) }
#introduction { max-width: 1420px; box-sizing: border-box; margin: 0 auto; padding: var(--space-4) 20px 0; overflow-wrap: anywhere }
#introduction summary { cursor: pointer; font-weight: 600 }
#introduction a { color: var(--accent) }
#introduction pre { padding: var(--space-3); border: 1px solid var(--line); border-radius: var(--corner); overflow-x: auto; background: var(--surface) }
#introduction table { display: block; overflow-x: auto }
#introduction td { padding: var(--space-1) var(--space-4) var(--space-1) 0; vertical-align: top }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
#reference .info { margin: 1rem 0 }
#reference .scheme-container { margin: 0; padding: var(--space-3) 0; background: none; box-shadow: none }
.dark-mode body .swagger-ui { background: none }
/* The page sends its requests to its own origin, so that there is no server to choose. */
#reference .schemes-server-container { display: none }
/* Text on coloured labels has a contrast of at least 4.5 to 1. */
@media (prefers-color-scheme: light) {
  .swagger-ui .opblock .opblock-summary-method { color: black; text-shadow: none }
  .swagger-ui .info .title small pre.version { color: black }
  .swagger-ui .info a.link { color: var(--accent) }
  .swagger-ui .btn.authorize { border-color: var(--accent) }
  .swagger-ui .btn.authorize span { color: var(--accent) }
  .swagger-ui .btn.authorize svg { color: var(--accent) }
  .swagger-ui .parameter__in, .swagger-ui .prop-format { color: var(--ink-soft) }
}
.dark-mode .swagger-ui .headers .header-col { color: var(--ink) }
.swagger-ui .microlight span[style*='rgb(211, 99, 99)'] { color: var(--danger) !important }
@media (max-width: 700px) {
  .swagger-ui .opblock .opblock-summary { flex-wrap: wrap }
  .swagger-ui .opblock-summary-path, .swagger-ui .opblock-summary-path__deprecated { max-width: 100% }
  .swagger-ui .wrapper { padding: 0 10px }
  .swagger-ui table { display: block; overflow-x: auto }
  .swagger-ui .info .title { overflow-wrap: anywhere }
}
`

interface Introduced {
  readonly title: string
  /** In Markdown. */
  readonly description: string
}

/** The operations, with the folded introduction above them. */
export const referencePage = ({ title, description }: Introduced): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>REST interface · ${escapeHtml(title)}</title>
<link rel="icon" href="${FAVICON_PATH}">
<link rel="stylesheet" href="docs/assets/swagger-ui.css">
<style>${STYLE}</style>
<header>
<details id="introduction">
<summary>Introduction: sign in, read lists, avoid lost updates, repeat safely, understand errors</summary>
${renderMarkdown(description, (href) => href)}</details>
</header>
<div id="reference">Loading…</div>
<script src="docs/assets/swagger-ui-bundle.js"></script>
<script type="module" src="docs/assets/start.js"></script>
</html>
`

// Swagger UI uses style attributes, and data URLs for icons. No script is inline.
export const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
