import { ContentError } from '@content-service/domain'
import type { RequestHandler } from 'express'

/** RFC 9112 §3.2: refuses a request with two hosts, because a proxy may have used the other host. */
export const refuseTwoHosts: RequestHandler = ({ headersDistinct }, _response, next) => {
  if ((headersDistinct['host'] ?? []).length > 1)
    throw new ContentError('BAD_REQUEST', 'The request has two Host headers. Send one Host header.')
  next()
}
