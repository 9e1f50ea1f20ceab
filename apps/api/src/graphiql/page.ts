import { SAMPLE_QUERIES } from './sample-queries.ts'

/** Headers may hold a credential, which is why they do not outlive the page. */
const PROPERTIES = {
  defaultTabs: SAMPLE_QUERIES,
  defaultEditorToolsVisibility: 'headers',
  shouldPersistHeaders: false,
  showPersistHeadersSettings: false,
}

/** Begins GraphiQL at the address that the page was opened at. */
export const SCRIPT = `
const fetcher = GraphiQL.createFetcher({ url: location.pathname })
const page = React.createElement(GraphiQL, { fetcher, ...${JSON.stringify(PROPERTIES)} })
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
