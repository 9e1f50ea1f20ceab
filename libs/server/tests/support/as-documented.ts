import { openApiDocument, type OpenApiDocument } from '@content-service/rest-handlers'
import { answerCheck } from '@content-service/rest-handlers/testing'
import { IS_MOUNTED } from './mounted.ts'

/** Only the listener of the service sends the headers of the quota. */
const makeQuotaOptional = (document: OpenApiDocument): OpenApiDocument => {
  const { components } = document
  const headers = Object.entries(components.headers).map(([name, header]) => [
    name,
    /RateLimit/i.test(name) ? { ...header, required: false } : header,
  ])
  return { ...document, components: { ...components, headers: Object.fromEntries(headers) } }
}

const document = openApiDocument({ baseUrl: 'http://127.0.0.1' })
const check = answerCheck(IS_MOUNTED ? makeQuotaOptional(document) : document)

/** The document describes the REST interface, without the document itself and the pages for people. */
const isDocumented = (path: string): boolean =>
  /^\/api\/(?!errors(\/|$)|guides(\/|$)|openapi\.json|docs|$)/.test(path)

export interface Sent {
  readonly method: string
  readonly path: string
  readonly body: string | undefined
}

/** A browser gets a page at a path that no route has. */
const isMissingPage = ({ status, headers }: Response): boolean =>
  status === 404 && headers.get('content-type')?.startsWith('text/html') === true

/** Compares a response of the REST interface with the document. @throws an error that names each undocumented part. */
export const checkAnswer = (sent: Sent, response: Response, body: string): void => {
  const [path = ''] = sent.path.split('?')
  if (!isDocumented(path) || isMissingPage(response)) return
  const { method } = sent
  const { status, headers } = response
  check({ method, path, sent: sent.body, status, header: (name) => headers.get(name), body })
}
