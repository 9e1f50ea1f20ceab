import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Router, type RequestHandler } from 'express'

const require = createRequire(import.meta.url)
const folderOf = (name: string): string => dirname(require.resolve(`${name}/package.json`))

/** The files of GraphiQL, each served under its own name; nothing comes from another origin. */
const FILES: Readonly<Record<string, string>> = {
  'react.js': join(folderOf('react'), 'umd', 'react.production.min.js'),
  'react-dom.js': join(folderOf('react-dom'), 'umd', 'react-dom.production.min.js'),
  'graphiql.js': join(folderOf('graphiql'), 'graphiql.min.js'),
  'graphiql.css': join(folderOf('graphiql'), 'graphiql.min.css'),
}

const FIRST_QUERY = `# The newest articles, with who wrote them and what was said about them.
{
  articles(pagination: { limit: 5 }) {
    title
    excerpt
    publishedAt
    owner { name }
    comments(limit: 3) { content author { name } }
  }
}
`

const SCRIPT = `
const fetcher = GraphiQL.createFetcher({ url: location.pathname })
const page = React.createElement(GraphiQL, {
  fetcher, defaultQuery: ${JSON.stringify(FIRST_QUERY)}, defaultEditorToolsVisibility: 'headers', shouldPersistHeaders: false,
})
ReactDOM.createRoot(document.getElementById('graphiql')).render(page)
`

const PAGE = `<!doctype html>
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
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; " +
  "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** A browser asks for a page; everything else asks GraphQL. */
const wantsPage: RequestHandler = (request, response, next) => {
  if (
    request.path !== '/' ||
    request.query['query'] !== undefined ||
    !request.headers.accept?.includes('text/html')
  )
    return next()
  response.setHeader('content-security-policy', POLICY)
  response.type('html').send(PAGE)
}

const assets = Router()
assets.get('/start.js', (_request, response) => void response.type('js').send(SCRIPT))
for (const [name, file] of Object.entries(FILES))
  assets.get(`/${name}`, (_request, response) => response.sendFile(file, { maxAge: '1h' }))

/** GraphiQL for browsers, at the same address as the endpoint (C1). */
export const graphiql = Router().use('/assets', assets).get('/', wantsPage)
