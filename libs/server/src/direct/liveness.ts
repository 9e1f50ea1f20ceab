import { randomUUID } from 'node:crypto'
import type { RequestListener } from 'node:http'
import type { Service } from '../compose.ts'
import type { HeaderMiddleware } from '../http/header-middleware.ts'
import type { DirectResponse } from './direct-interface.ts'
import { isOrdinary } from './ordinary-requests.ts'
import { observe, send } from './send-response.ts'
import { computeHeaders } from './static-headers.ts'

export const LIVENESS = { status: 'ok' }

const ALIVE: DirectResponse = {
  status: 200,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(LIVENESS),
}

/** C1.4: answers the ordinary request for /healthz, so that the first probe does not load express. It does not count. */
export const serveLiveness = (
  service: Service,
  middlewares: readonly HeaderMiddleware[],
  rest: RequestListener,
): RequestListener => {
  const common = computeHeaders(middlewares)
  return (request, response) => {
    if (request.method !== 'GET' || request.url !== '/healthz' || !isOrdinary(request, true))
      return rest(request, response)
    const locals = { requestId: randomUUID(), startedAt: performance.now() }
    observe(service, { request, response, locals }, ALIVE)
    send(service, { request, response, locals, refuse: () => ALIVE }, ALIVE, common)
  }
}
