import { openApiDocument } from '@content-service/rest-handlers'
import { readSettings } from '@content-service/server'

const HELP = `Usage: npm run --silent openapi

Prints the OpenAPI document of the REST interface. A running service serves the same document at /api/openapi.json.

  BASE_URL              the URL of the service (http://127.0.0.1:3000)
  AUTH_URL              the URL of OAuth, if it differs from BASE_URL
`

const { baseUrl, authUrl, port } = readSettings(process.env)
const document = openApiDocument({ baseUrl: baseUrl ?? `http://127.0.0.1:${port}`, authUrl })
process.stdout.write(process.argv.includes('--help') ? HELP : `${JSON.stringify(document, null, 1)}\n`)
