import { RestError } from '@content-service/rest-handlers/problems'
import type { RequestHandler } from 'express'

/**
 * C6.4 for addresses outside the table of REST routes: answers OPTIONS, and refuses methods that the list does not
 * contain.
 */
export const allowMethods =
  (...methods: readonly string[]): RequestHandler =>
  ({ method }, response, next) => {
    const allow = [...methods, 'OPTIONS'].join(', ')
    if (method === 'OPTIONS') return void response.writeHead(200, { allow, 'content-length': '0' }).end()
    if (methods.includes(method)) return next()
    throw new RestError('METHOD_NOT_ALLOWED', `This resource does not support the method ${method}.`, {
      allow,
    })
  }
