import { RestError } from '@content-service/rest-handlers/problems'
import type { Exchange } from './exchange.ts'
import type { Route } from './routes.ts'

const writeAllow = (methods: readonly string[]): string => [...methods, 'OPTIONS'].join(', ')

/** C6.4: answers OPTIONS for an address with these methods. False for other methods. */
export const answerOptions = (
  { method, writeHead, response }: Exchange,
  methods: readonly string[],
): boolean => {
  if (method !== 'OPTIONS') return false
  writeHead({ status: 200, headers: { allow: writeAllow(methods) } }, 0)
  response.end()
  return true
}

/**
 * C6.4 for routes beside those of REST: answers OPTIONS, and refuses methods that the route does not have. True if the
 * request is answered. @throws METHOD_NOT_ALLOWED.
 */
export const answerOtherMethods = (exchange: Exchange, { methods }: Pick<Route, 'methods'>): boolean => {
  const { method } = exchange
  if (methods === undefined) return false
  if (answerOptions(exchange, methods)) return true
  if (methods.includes(method)) return false
  throw new RestError(
    'METHOD_NOT_ALLOWED',
    `This resource does not support the method ${method}. Use ${writeAllow(methods)}.`,
    {
      allow: writeAllow(methods),
    },
  )
}
