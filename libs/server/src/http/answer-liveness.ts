import type { Service } from '../composition/compose.ts'
import { answerOtherMethods } from './allow-methods.ts'
import type { Exchange } from './exchange.ts'
import { sendContent } from './send.ts'

export const LIVENESS = { status: 'ok' }

const ALIVE = {
  status: 200,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(LIVENESS),
}

/** C1.4: /healthz, which needs no credential and does not count. */
export const answerLiveness = (service: Service, exchange: Exchange): void => {
  if (!answerOtherMethods(exchange, exchange.route)) sendContent(service, exchange, ALIVE)
}
