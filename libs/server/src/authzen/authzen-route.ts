import { createAuthzenHandler } from '@content-service/authz-authzen'
import { authorizeOnAll } from '@content-service/domain/internal/access'
import { isRefusedAtOnce } from '@content-service/domain/internal/operations'
import { PRICES } from '@content-service/domain/internal/context'
import type { RequestHandler } from 'express'
import type { Service } from '../composition/compose.ts'
import { getAdmitted, type AdmittedExchange, type Exchange } from '../http/exchange.ts'
import { readBody } from '../http/read-body.ts'
import { sendContent } from '../http/send.ts'
import { describeDecisionPoint } from './decision-point.ts'

/** A request can contain many questions. Every tenth record that it reads charges one request. */
const RECORDS_PER_CHARGE = 10

const chargeReads = ({ quotaUsage }: Exchange): (() => Promise<void>) => {
  let reads = 0
  return async () => {
    reads += 1
    if (reads % RECORDS_PER_CHARGE === 0) await quotaUsage.charge(PRICES.records)
  }
}

const toFetchRequest = ({ request, method, body }: Exchange, url: string): Request => {
  const { 'content-type': type, 'x-request-id': id } = request.headers
  const sent = {
    ...(type !== undefined && { 'content-type': type }),
    ...(id !== undefined && { 'x-request-id': String(id) }),
  }
  return new Request(url, { method, headers: sent, ...(body !== null && { body: new Uint8Array(body) }) })
}

/** Errors of the stores get the responses that all requests get for them. */
const askHandler = async (
  { baseUrl }: Service,
  exchange: AdmittedExchange,
  request: Request,
): Promise<Response> => {
  const { context } = exchange.sender
  const failures: unknown[] = []
  const answer = createAuthzenHandler({
    ...describeDecisionPoint(context, chargeReads(exchange)),
    url: baseUrl,
    showReasons: true,
    onError: (error) => failures.push(error),
  })
  const response = await context.inShare(() => answer(request))
  if (failures.length > 0) throw failures[0]
  return response
}

const send = async (service: Service, exchange: Exchange, answer: Response): Promise<void> => {
  const { status, headers } = answer
  const body = Buffer.from(await answer.arrayBuffer())
  sendContent(service, exchange, { status, headers: Object.fromEntries(headers), body })
}

/**
 * C12.1: questions to the policy of the service, in the protocol of AuthZEN, for callers with `audit:read`. `limit` is the
 * most bytes of a body.
 */
export const answerQuestion =
  (service: Service, limit: number): RequestHandler =>
  async (_request, response) => {
    const exchange = getAdmitted(response)
    const { context } = exchange.sender
    await readBody(exchange, { limit, needsBody: () => !isRefusedAtOnce(context, 'audit:read') })
    authorizeOnAll(context, 'audit:read')
    if (exchange.path.startsWith('/access/v1/search/')) await exchange.quotaUsage.charge(PRICES.search)
    const question = toFetchRequest(exchange, service.baseUrl + exchange.target)
    await send(service, exchange, await askHandler(service, exchange, question))
  }

/** The discovery document. It contains no secret, so that it needs no credential. */
export const showDecisionPoint =
  (service: Service): RequestHandler =>
  async (_request, response) => {
    const exchange = getAdmitted(response)
    const question = new Request(service.baseUrl + exchange.target)
    await send(service, exchange, await askHandler(service, exchange, question))
  }
