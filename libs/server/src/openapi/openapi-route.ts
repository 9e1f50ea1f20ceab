import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { ContentModel } from '@content-service/domain'
import type { Published } from '@content-service/rest-handlers'
import { findValidTag, toRestRequest } from '@content-service/rest-handlers/express'
import type { RequestHandler } from 'express'
import type { Service } from '../composition/compose.ts'
import { memoize } from '../composition/memoize.ts'
import { getExchange } from '../http/exchange.ts'
import { sendContent } from '../http/send.ts'

export interface PublishedModel extends Published {
  readonly model: ContentModel
}

interface WrittenDocument {
  /** Responses share the bytes. Each of them would have a copy of a text. */
  readonly bytes: Buffer
  readonly etag: string
}

const writeDocument = async (published: PublishedModel): Promise<WrittenDocument> => {
  const { openApiDocument } = await import('@content-service/rest-handlers')
  const text = JSON.stringify(openApiDocument(published))
  return {
    bytes: Buffer.from(text),
    etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 16)}"`,
  }
}

const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'public, max-age=300',
} as const

/** C1: the OpenAPI document, which is public. */
export const showOpenApi = (service: Service): RequestHandler => {
  const written = memoize(() => writeDocument(service))
  return async (request, response) => {
    const { bytes: body, etag } = await written()
    const valid = findValidTag(toRestRequest(request, '', null), etag)
    const headers = { ...HEADERS, etag: valid ?? etag }
    sendContent(
      service,
      getExchange(response),
      valid ? { status: 304, headers } : { status: 200, headers, body },
    )
  }
}

/** The package has the finished files of Swagger UI, without the install script of `swagger-ui-dist`. */
const folder = join(dirname(createRequire(import.meta.url).resolve('@fastify/swagger-ui')), 'static')

/** The files of Swagger UI. The page loads nothing from other origins. */
const FILES = ['swagger-ui-bundle.js', 'swagger-ui.css'] as const

/** The files of the reference, and the script that starts it. */
export const sendDocsAsset: RequestHandler = async (request, response, next) => {
  const { file } = request.params
  const name = FILES.find((each) => each === file)
  if (name) return response.sendFile(join(folder, name), { maxAge: '1h' })
  if (file !== 'start.js') return next()
  const { SCRIPT } = await import('./page.ts')
  response.type('js').send(SCRIPT)
}

/** C1: the reference of the REST interface. */
export const showDocs = (published: Published): RequestHandler => {
  const page = memoize(async () => {
    const [{ POLICY, referencePage }, { openApiInfo }] = await Promise.all([
      import('./page.ts'),
      import('@content-service/rest-handlers'),
    ])
    return { policy: POLICY, html: referencePage(openApiInfo(published)) }
  })
  return async (_request, response) => {
    const { policy, html } = await page()
    response.setHeader('content-security-policy', policy)
    response.type('html').send(html)
  }
}
