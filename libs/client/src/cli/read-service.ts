import { readAddress } from '../transport/fetch.ts'
import type { ContentModel } from './model-types.ts'
import type { OpenApiDocument } from './rest-types.ts'

const HINT = 'Start the service, and give its URL: npx @content-service/client types http://127.0.0.1:3000'
const MODEL_PATH = '/api/model'

async function request(address: string, path: string): Promise<Response> {
  return fetch(address + path).catch((cause: unknown) => {
    throw new Error(`No service answers at ${address}. ${HINT}`, { cause })
  })
}

/** The text of a public document of a service. Throws an Error that says what to do. */
async function readText(response: Response, url: string): Promise<string> {
  if (!response.ok) throw new Error(`${url} answered ${response.status}. ${HINT}`)
  return response.text()
}

const download = async (address: string, path: string): Promise<string> =>
  readText(await request(address, path), address + path)

/** A document with this member. Throws an Error with the problem for everything else. */
function parseDocument<T extends object>(text: string, member: keyof T, problem: string): T {
  try {
    const document = JSON.parse(text) as Partial<T> | null
    if (document?.[member]) return document as T
  } catch (cause) {
    throw new Error(problem, { cause })
  }
  throw new Error(problem)
}

function parseOpenApi(text: string, address: string): OpenApiDocument {
  return parseDocument(text, 'paths', `${address}/api/openapi.json is no OpenAPI document. ${HINT}`)
}

function parseModel(text: string, url: string): ContentModel {
  return parseDocument(text, 'types', `${url} is no content model. ${HINT}`)
}

/** A service that has the other documents and not this one is older than the model. */
async function readModel(address: string): Promise<ContentModel> {
  const url = address + MODEL_PATH
  const response = await request(address, MODEL_PATH)
  if (response.status === 404)
    throw new Error(
      `The service is older than this client: it has no ${url}. Update the service, or use the client of its version.`,
    )
  return parseModel(await readText(response, url), url)
}

interface ServiceDescription {
  readonly sdl: string
  readonly openApi: OpenApiDocument
  readonly model: ContentModel
}

/** The two interfaces and the content of a running service, which it describes itself. */
export async function readService(url: string): Promise<ServiceDescription> {
  const address = readAddress(url)
  const [sdl, openApi] = await Promise.all([
    download(address, '/graphql/schema.graphql'),
    download(address, '/api/openapi.json'),
  ])
  return { sdl, openApi: parseOpenApi(openApi, address), model: await readModel(address) }
}
