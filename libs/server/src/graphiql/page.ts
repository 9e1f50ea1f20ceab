import { escapeHtml } from '@content-service/domain/internal/rules'
import { FAVICON_PATH, DESIGN_TOKENS } from '@content-service/identity'
import { CREDENTIAL_SCRIPT, CREDENTIAL_FORM } from './credential-form.ts'
import { FETCHER } from './fetcher.ts'
import type { SampleQuery } from './sample-queries.ts'

const PROPERTIES = {
  defaultEditorToolsVisibility: 'variables',
  shouldPersistHeaders: false,
  showPersistHeadersSettings: false,
}

/**
 * Starts GraphiQL at the address of the page. Headers can contain a credential, which must not outlive the page:
 * GraphiQL forgets the headers of its tabs, but stores them in its history.
 */
export const writeScript = (defaultTabs: readonly SampleQuery[]): string => `
const WITH_HEADERS = ['graphiql:queries', 'graphiql:favorites']
const withoutHeaders = (text) => JSON.stringify(JSON.parse(text), (name, value) => name === 'headers' ? undefined : value)
const storage = {
  get length() { return localStorage.length },
  getItem: (name) => localStorage.getItem(name),
  setItem: (name, text) => localStorage.setItem(name, WITH_HEADERS.includes(name) ? withoutHeaders(text) : text),
  removeItem: (name) => localStorage.removeItem(name),
  clear: () => localStorage.clear(),
}
${CREDENTIAL_SCRIPT}${FETCHER}const page = React.createElement(GraphiQL, { fetcher, storage, ...${JSON.stringify({ defaultTabs, ...PROPERTIES })} })
// CodeMirror gives its fields no name. Each one stands in a section that has one.
const nameEditors = () => {
  for (const field of document.querySelectorAll('#graphiql section[aria-label] textarea:not([aria-label])'))
    field.setAttribute('aria-label', field.closest('section').getAttribute('aria-label'))
}
new MutationObserver(nameEditors).observe(document.getElementById('graphiql'), { childList: true, subtree: true })
ReactDOM.createRoot(document.getElementById('graphiql')).render(page)
`

/** The form is above GraphiQL. Below 700 px, the panes of GraphiQL are one above the other, and the page scrolls. */
const STYLE = `${DESIGN_TOKENS}
html, body { height: 100%; margin: 0 }
body { display: flex; flex-direction: column; color: var(--ink); background: var(--paper); font: var(--text) / 1.4 var(--font) }
header { background: var(--surface) }
h1 { margin: 0; padding: var(--space-2) var(--space-4) 0; font-size: var(--text); font-weight: 600 }
#graphiql { flex: 1; min-height: 0 }
#graphiql .graphiql-container { --alpha-secondary: .9; --alpha-tertiary: .85 }
#graphiql .CodeMirror-linenumber { color: inherit }
#credential { padding: var(--space-1) var(--space-4) var(--space-2); border-bottom: 1px solid var(--line) }
#credential summary { cursor: pointer; font-weight: 500; padding: var(--space-1) 0 }
#credential form { display: flex; flex-wrap: wrap; gap: .6rem; align-items: end; padding: .4rem 0 }
#credential fieldset { display: flex; flex-wrap: wrap; gap: .6rem; align-items: end; border: 0; margin: 0; padding: 0 }
#credential fieldset:disabled { display: none }
#credential label { display: flex; flex-direction: column; font-size: var(--text-small) }
#credential input, #credential select, #credential button { box-sizing: border-box; min-height: var(--control); max-width: 100%; padding: var(--space-1) var(--space-3); border: 1px solid var(--line-strong); border-radius: var(--corner); color: inherit; background: var(--surface); font: inherit }
#credential p { margin: var(--space-1) 0; font-size: var(--text-small) }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px }
@media (prefers-color-scheme: light) {
  #graphiql .graphiql-container { --color-info: 208, 100%, 36%; --color-tertiary: 188, 100%, 26% }
}
@media (max-width: 700px) {
  html, body { height: auto }
  #graphiql { flex: none; height: auto }
  .graphiql-container, .graphiql-container .graphiql-main { height: auto !important }
  .graphiql-container { flex-direction: column }
  .graphiql-container .graphiql-sidebar { flex-direction: row; width: auto; height: auto }
  .graphiql-container .graphiql-sidebar .graphiql-sidebar-section { flex-direction: row }
  .graphiql-container .graphiql-main, .graphiql-container #graphiql-session { flex-direction: column }
  .graphiql-container .graphiql-main > div { flex: none !important; min-width: 0 }
  .graphiql-container #graphiql-session > div { flex: none !important; width: 100% }
  .graphiql-container .graphiql-session-header { height: auto; flex-wrap: wrap }
  .graphiql-container .graphiql-tabs { max-width: 100%; overflow-x: auto }
  .graphiql-container .graphiql-logo { display: none }
  .graphiql-container .graphiql-editors { margin: 0 !important; height: 24rem }
  .graphiql-container .CodeMirror { font-size: .8rem }
  .graphiql-container .graphiql-query-editor { flex-direction: column-reverse; row-gap: .5rem }
  .graphiql-container .graphiql-query-editor > section { flex: 1 }
  .graphiql-container .graphiql-toolbar { display: flex; width: auto; gap: .5rem }
  .graphiql-container .graphiql-toolbar > * + * { margin-top: 0 }
  .graphiql-container .graphiql-response { height: 20rem }
  .graphiql-container .graphiql-horizontal-drag-bar { display: none }
  .graphiql-container .graphiql-plugin { width: auto; max-height: 60vh; overflow: auto }
  .graphiql-dialog { width: auto !important; max-width: 95vw }
}
`

export const renderGraphiql = (name: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>GraphiQL · ${escapeHtml(name)}</title>
<link rel="icon" href="${FAVICON_PATH}">
<link rel="stylesheet" href="graphql/assets/graphiql.css">
<style>${STYLE}</style>
<header>
<h1>GraphiQL · ${escapeHtml(name)}</h1>
${CREDENTIAL_FORM}
</header>
<main id="graphiql">Loading…</main>
<script src="graphql/assets/react.js"></script>
<script src="graphql/assets/react-dom.js"></script>
<script src="graphql/assets/graphiql.js"></script>
<script src="graphql/assets/start.js"></script>
</html>
`

// 'unsafe-inline' is for the style attributes of CodeMirror. No script is inline.
export const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; " +
  "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
