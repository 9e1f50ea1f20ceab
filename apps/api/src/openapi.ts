import { openApiDocument } from '@content-service/rest-handlers'
import { readSettings } from './config.ts'

const HELP = `Usage: npm run --silent openapi

Prints the OpenAPI document of the REST interface, which a running service has at /api/openapi.json.

  BASE_URL              where the service is (http://127.0.0.1:3000)
  AUTH_URL              where OAuth is, if not there
`

const { baseUrl, authUrl, port } = readSettings(process.env)
const document = openApiDocument({ baseUrl: baseUrl ?? `http://127.0.0.1:${port}`, authUrl })
process.stdout.write(process.argv.includes('--help') ? HELP : `${JSON.stringify(document, null, 1)}\n`)
