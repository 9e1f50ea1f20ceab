import { readAddress } from '../transport/fetch.ts'
import type { OpenApiDocument } from './rest-types.ts'

const HINT = 'Start the service, and give its URL: npx @content-service/client types http://127.0.0.1:3000'

/** A public document of a service. Throws an Error that says what to do. */
async function download(address: string, path: string): Promise<string> {
  const response = await fetch(address + path).catch((cause: unknown) => {
    throw new Error(`No service answers at ${address}. ${HINT}`, { cause })
  })
  if (!response.ok) throw new Error(`${address}${path} answered ${response.status}. ${HINT}`)
  return response.text()
}

function parseOpenApi(text: string, address: string): OpenApiDocument {
  const problem = `${address}/api/openapi.json is no OpenAPI document. ${HINT}`
  try {
    const document = JSON.parse(text) as Partial<OpenApiDocument> | null
    if (document?.paths) return { ...document, paths: document.paths }
  } catch (cause) {
    throw new Error(problem, { cause })
  }
  throw new Error(problem)
}

/** The two interfaces of a running service, which it describes itself. */
export async function readService(url: string): Promise<{ sdl: string; openApi: OpenApiDocument }> {
  const address = readAddress(url)
  const [sdl, openApi] = await Promise.all([
    download(address, '/graphql/schema.graphql'),
    download(address, '/api/openapi.json'),
  ])
  return { sdl, openApi: parseOpenApi(openApi, address) }
}
