import { Socket } from 'node:net'
import type { HeaderMiddleware } from '../http/header-middleware.ts'

const { IncomingMessage, ServerResponse } = process.getBuiltinModule('node:http')

/** The headers that middlewares set on the response to an ordinary request. */
export const computeHeaders = (
  middlewares: readonly HeaderMiddleware[],
): Readonly<Record<string, string>> => {
  const address = { method: 'POST', url: '/graphql', originalUrl: '/graphql' }
  const request = Object.assign(new IncomingMessage(new Socket()), address)
  const response = new ServerResponse(request)
  for (const setHeaders of middlewares) setHeaders(request, response, () => undefined)
  return Object.fromEntries(
    Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]),
  )
}
