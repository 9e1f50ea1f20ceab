import { RestError } from '@content-service/rest-handlers'
import type { RequestHandler } from 'express'

/** C6.4 for what is no part of the REST interface's table: OPTIONS tells the methods, any other is refused with them. */
export const allowMethods =
  (...methods: readonly string[]): RequestHandler =>
  ({ method }, response, next) => {
    const allow = [...methods, 'OPTIONS'].join(', ')
    if (method === 'OPTIONS') return void response.writeHead(200, { allow, 'content-length': '0' }).end()
    if (methods.includes(method)) return next()
    throw new RestError('METHOD_NOT_ALLOWED', `${method} is not for this resource.`, { allow })
  }
