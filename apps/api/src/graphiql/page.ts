import { FETCHER } from './fetcher.ts'
import { SAMPLE_QUERIES } from './sample-queries.ts'

const PROPERTIES = {
  defaultTabs: SAMPLE_QUERIES,
  defaultEditorToolsVisibility: 'headers',
  shouldPersistHeaders: false,
  showPersistHeadersSettings: false,
}

/**
 * Begins GraphiQL at the address that the page was opened at. Headers may hold a credential, which is why they do not
 * outlive the page: GraphiQL forgets those of its tabs, but keeps them with what it notes in its history.
 */
export const SCRIPT = `
const WITH_HEADERS = ['graphiql:queries', 'graphiql:favorites']
const withoutHeaders = (text) => JSON.stringify(JSON.parse(text), (name, value) => name === 'headers' ? undefined : value)
const storage = {
  get length() { return localStorage.length },
  getItem: (name) => localStorage.getItem(name),
  setItem: (name, text) => localStorage.setItem(name, WITH_HEADERS.includes(name) ? withoutHeaders(text) : text),
  removeItem: (name) => localStorage.removeItem(name),
  clear: () => localStorage.clear(),
}
${FETCHER}const page = React.createElement(GraphiQL, { fetcher, storage, ...${JSON.stringify(PROPERTIES)} })
ReactDOM.createRoot(document.getElementById('graphiql')).render(page)
`

export const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>GraphiQL · content-service</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="graphql/assets/graphiql.css">
<style>html, body, #graphiql { height: 100%; margin: 0 }</style>
<div id="graphiql">Loading…</div>
<script src="graphql/assets/react.js"></script>
<script src="graphql/assets/react-dom.js"></script>
<script src="graphql/assets/graphiql.js"></script>
<script src="graphql/assets/start.js"></script>
</html>
`

// CodeMirror sets the places of its lines by style attributes, which is what 'unsafe-inline' is for; no script is inline.
export const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; " +
  "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
