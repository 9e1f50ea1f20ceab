import { RestError } from '@content-service/rest-handlers/problems'
import type { RequestHandler } from 'express'
import { getExchange, type Exchange } from './exchange.ts'

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
 * C6.4 for addresses outside the table of REST routes: answers OPTIONS, and refuses methods that the list does not
 * contain. True if the request is answered. @throws METHOD_NOT_ALLOWED.
 */
export const answerOtherMethods = (exchange: Exchange, methods: readonly string[]): boolean => {
  const { method } = exchange
  if (answerOptions(exchange, methods)) return true
  if (methods.includes(method)) return false
  throw new RestError('METHOD_NOT_ALLOWED', `This resource does not support the method ${method}.`, {
    allow: writeAllow(methods),
  })
}

/** `answerOtherMethods` for routes of express. */
export const allowMethods =
  (...methods: readonly string[]): RequestHandler =>
  (_request, response, next) => {
    if (!answerOtherMethods(getExchange(response), methods)) next()
  }
