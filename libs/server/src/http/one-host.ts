import { ContentError } from '@content-service/domain'
import type { RequestHandler } from 'express'

/** RFC 9112 §3.2: a request that names two hosts is refused; a proxy before us may have believed the other one. */
export const refuseTwoHosts: RequestHandler = ({ headersDistinct }, _response, next) => {
  if ((headersDistinct['host'] ?? []).length > 1)
    throw new ContentError('BAD_REQUEST', 'The request has two Host headers. Send one Host header.')
  next()
}
