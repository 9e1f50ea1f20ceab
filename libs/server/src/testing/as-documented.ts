import { openApiDocument } from '@content-service/rest-handlers'
import { answerCheck } from '@content-service/rest-handlers/testing'

const check = answerCheck(openApiDocument({ baseUrl: 'http://127.0.0.1' }))

/** The document describes the REST interface: not itself, and not the pages for people. */
const isDocumented = (path: string): boolean =>
  /^\/api\/(?!errors(\/|$)|guides(\/|$)|openapi\.json|docs|$)/.test(path)

export interface Sent {
  readonly method: string
  readonly path: string
  readonly body: string | undefined
}

/** Compares an answer of the REST interface with its document. @throws naming what the document does not say. */
export const checkAnswer = (sent: Sent, { status, headers }: Response, body: string): void => {
  const [path = ''] = sent.path.split('?')
  if (!isDocumented(path)) return
  const { method } = sent
  check({ method, path, sent: sent.body, status, header: (name) => headers.get(name), body })
}
