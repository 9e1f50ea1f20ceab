import type { IncomingMessage } from 'node:http'
import accepts from 'accepts'
import type { Exchange } from './exchange.ts'

/** Only a client that names a type of text can prefer HTML. */
const NAMES_TEXT = /text\//i

/** Whether Accept prefers HTML to all `others`. A client that accepts every type gets the first of them (C12.1). */
export const prefersHtml = (request: IncomingMessage, ...others: readonly string[]): boolean =>
  NAMES_TEXT.test(request.headers.accept ?? '') &&
  accepts(request).types([...others, 'text/html']) === 'text/html'

/** `prefersHtml` for a response that depends on it. */
export const prefersPage = (exchange: Exchange, otherwise: string): boolean => {
  exchange.varyBy('Accept')
  return prefersHtml(exchange.request, otherwise)
}
