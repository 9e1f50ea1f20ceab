import { createAuthzenHandler } from '@content-service/authz/authzen'
import { type Context } from '@content-service/domain'
import { authorizeOnAll } from '@content-service/domain/access'
import { isRefusedAtOnce } from '@content-service/domain/operations'
import { PRICES } from '@content-service/domain/context'
import { Router, type Request as ExpressRequest, type RequestHandler } from 'express'
import { allowMethods } from '../allowed-methods.ts'
import type { Service } from '../compose.ts'
import { getLocals, type RequestLocals } from '../request-locals.ts'
import { sendContent, type Exchange } from '../sending/send-answer.ts'
import { describeDecisionPoint } from './decision-point.ts'

/** A request can contain many questions. Every tenth record that it reads charges one request. */
const RECORDS_PER_CHARGE = 10

const chargeReads = ({ quotaUsage }: Pick<RequestLocals, 'quotaUsage'>): (() => Promise<void>) => {
  let reads = 0
  return async () => {
    reads += 1
    if (reads % RECORDS_PER_CHARGE === 0) await quotaUsage.charge(PRICES.records)
  }
}

const toFetchRequest = ({ method, headers }: ExpressRequest, url: string, body: Buffer | null): Request => {
  const { 'content-type': type, 'x-request-id': id } = headers
  const sent = {
    ...(type !== undefined && { 'content-type': type }),
    ...(id !== undefined && { 'x-request-id': String(id) }),
  }
  return new Request(url, { method, headers: sent, ...(body !== null && { body: new Uint8Array(body) }) })
}

/** Errors of the stores get the responses that all requests get for them. */
const askHandler = async (
  { baseUrl }: Service,
  { context, ...locals }: RequestLocals,
  request: Request,
): Promise<Response> => {
  const failures: unknown[] = []
  const answer = createAuthzenHandler({
    ...describeDecisionPoint(context, chargeReads(locals)),
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

/** C12.1: questions to the policy of the service, in the protocol of AuthZEN, for callers with `audit:read`. */
const answerQuestion =
  (service: Service): RequestHandler =>
  async (request, response) => {
    const locals = getLocals(response)
    authorizeOnAll(locals.context, 'audit:read')
    if (request.path.startsWith('/v1/search/')) await locals.quotaUsage.charge(PRICES.search)
    const asked = toFetchRequest(request, service.baseUrl + request.originalUrl, locals.body)
    await send(service, [request, response], await askHandler(service, locals, asked))
  }

export const needsQuestion = (_request: ExpressRequest, context: Context): boolean =>
  !isRefusedAtOnce(context, 'audit:read')

/** The questions, at /access. */
export const authzenRoute = (service: Service): Router =>
  Router().all('/v1/{*question}', allowMethods('POST')).post('/v1/{*question}', answerQuestion(service))

/** The discovery document. It contains no secret, so that it needs no credential. */
export const authzenDiscovery = (service: Service): RequestHandler[] => [
  allowMethods('GET', 'HEAD'),
  async (request, response) => {
    const asked = new Request(service.baseUrl + request.originalUrl)
    await send(service, [request, response], await askHandler(service, getLocals(response), asked))
  },
]
