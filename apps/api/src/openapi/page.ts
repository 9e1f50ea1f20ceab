/**
 * Begins Swagger UI with the document beside the page. It asks the service by the address that the page was opened at,
 * which need not be the one in the document: under another name of the same host the policy would refuse it.
 */
export const SCRIPT = `
const here = new URL('..', location.href).href.replace(/\\/$/, '')
const answer = await fetch('openapi.json')
const spec = { ...(await answer.json()), servers: [{ url: here }] }
SwaggerUIBundle({
  spec,
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'list',
  filter: true,
  persistAuthorization: false,
  validatorUrl: null,
})
`

export const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>REST interface · content-service</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="docs/assets/swagger-ui.css">
<div id="reference">Loading…</div>
<script src="docs/assets/swagger-ui-bundle.js"></script>
<script type="module" src="docs/assets/start.js"></script>
</html>
`

// Swagger UI sets sizes by style attributes, and has its icons as data; no script is inline.
export const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
