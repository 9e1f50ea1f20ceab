import { toRestRequest } from '@content-service/rest-handlers/express'
import type { Service } from '../composition/compose.ts'
import type { AdmittedExchange } from './exchange.ts'
import { readBody } from './read-body.ts'
import { sendAnswer } from './send.ts'

/** The REST interface, under /api. */
export const answerRest = async (
  service: Service,
  exchange: AdmittedExchange,
  bodyLimit: number,
): Promise<void> => {
  const { request, method, target: originalUrl, requestId, sender } = exchange
  const rest = await service.rest.load()
  const received = toRestRequest({ method, originalUrl, headers: request.headers }, requestId, null)
  await readBody(exchange, { limit: bodyLimit, needsBody: () => rest.needsBody(received, sender.context) })
  sendAnswer(service, exchange, await rest({ ...received, body: exchange.body }, sender.context))
}
