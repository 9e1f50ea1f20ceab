import { FAVICON } from '@content-service/identity'
import type { RequestHandler } from 'express'

/** Browsers request /favicon.ico if no page names an icon, such as for JSON. */
export const sendFavicon: RequestHandler = (_request, response) => {
  response.setHeader('cache-control', 'public, max-age=86400')
  response.type('image/svg+xml').send(FAVICON)
}
