import { openApiDocument } from '@content-service/rest-handlers'
import { answerCheck } from '@content-service/rest-handlers/testing'

const check = answerCheck(openApiDocument({ baseUrl: 'http://127.0.0.1' }))

/** What the document speaks of: not of itself, its page and the pages of the errors. */
const isDocumented = (path: string): boolean => /^\/api\/(?!errors\/|openapi\.json|docs)/.test(path)

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
