import type { RequestListener } from 'node:http'
import { ContentError } from '@content-service/domain'
import { askFor } from '@content-service/domain/internal/reading'
import type { Service } from '../composition/compose.ts'
import type { FindShortage } from '../connections/connection-limit.ts'
import { admit } from './admit.ts'
import { answerError } from './answer-error.ts'
import { answerLiveness } from './answer-liveness.ts'
import { answerRest } from './answer-rest.ts'
import { answerGraphqlOrStream, answerStream } from './answer-stream.ts'
import { chooseInterface, type Interface } from './choose-interface.ts'
import { createCrossOrigin } from './cross-origin.ts'
import { Exchange, type AdmittedExchange } from './exchange.ts'
import { SECURITY_HEADERS, type Headers } from './headers.ts'
import { listHeader } from './list-header.ts'
import { createObservation, observe } from './observe.ts'
import { readBody } from './read-body.ts'
import { refuseExcessConnection } from './refuse-excess-connection.ts'
import { createFindAddress } from './request-address.ts'
import { isOverTls, STRICT_TRANSPORT } from './strict-transport.ts'

const OVER_TLS: Headers = { ...SECURITY_HEADERS, ...STRICT_TRANSPORT }

/** RFC 9112 §3.2: refuses a request with two hosts, because a proxy may have used the other one. */
const refuseTwoHosts = ({ request }: Exchange): void => {
  if (listHeader(request, 'host').length > 1)
    throw new ContentError('BAD_REQUEST', 'The request has two Host headers. Send one Host header.')
}

const refuseMalformedUrl = ({ path }: Exchange): void => {
  if (path === '') throw new ContentError('BAD_REQUEST', 'The URL of the request is malformed.')
}

/** Sends the response of an exchange. The listener answers its errors. */
export type Serve = (exchange: Exchange) => Promise<void> | void

/** Serves each request after the checks that hold for all requests. */
const listen = (service: Service, serve: Serve, findShortage: FindShortage): RequestListener => {
  const { rateLimit, trustProxy, rest, recordObservation, traceRequests } = service
  const allowOrigin = createCrossOrigin(service.corsOrigins)
  const findAddress = createFindAddress(trustProxy)
  return (request, response) => {
    const headers = isOverTls(request, trustProxy) ? OVER_TLS : SECURITY_HEADERS
    const exchange = new Exchange([request, response], { rateLimit, headers, findAddress })
    observe(rest, exchange, recordObservation)
    const run = async (): Promise<void> => {
      try {
        refuseTwoHosts(exchange)
        refuseMalformedUrl(exchange)
        refuseExcessConnection(exchange, findShortage(request.socket), service)
        if (exchange.route.isForOrigins) allowOrigin(exchange)
        await serve(exchange)
      } catch (error) {
        answerError(service, exchange, error)
      }
    }
    void (traceRequests ? traceRequests(exchange, run, () => createObservation(rest, exchange)) : run())
  }
}

export interface ListenerOptions {
  /** Answers everything but queries, mutations, streams and records. */
  readonly express: Serve
  /** BODY_LIMIT, in bytes. */
  readonly bodyLimit: number
  /** Every connection has a place in a server without a limit. */
  readonly findShortage?: FindShortage
}

const NO_SHORTAGE: FindShortage = () => null

/** C1: OAuth alone, for the origin of AUTH_URL. `express` answers all its requests. */
export const createAuthListener = (
  service: Service,
  { express, findShortage = NO_SHORTAGE }: Omit<ListenerOptions, 'bodyLimit'>,
): RequestListener => listen(service, express, findShortage)

/** Answers a request of a known sender. */
const createAnswer =
  (service: Service, bodyLimit: number, express: Serve) =>
  async (exchange: AdmittedExchange, chosen: Interface): Promise<void> => {
    if (chosen === 'express') return express(exchange)
    if (chosen === 'rest') return answerRest(service, exchange, bodyLimit)
    await readBody(exchange, { limit: bodyLimit })
    return chosen === 'stream' ? answerStream(service, exchange) : answerGraphqlOrStream(service, exchange)
  }

/** All interfaces of the service. */
export const createListener = (
  service: Service,
  { express, bodyLimit, findShortage = NO_SHORTAGE }: ListenerOptions,
): RequestListener => {
  const answer = createAnswer(service, bodyLimit, express)
  const serve: Serve = async (exchange) => {
    const { answeredBy, isCounted } = exchange.route
    if (answeredBy === 'liveness') return answerLiveness(service, exchange)
    // C5.7.
    if (answeredBy === 'graphql' || answeredBy === 'stream') exchange.varyBy('Accept')
    if (!isCounted) return express(exchange)
    // Loading would delay the counts of other requests, and the log names the route of a refused request, too.
    if (answeredBy === 'rest') await service.rest.load()
    const chosen = chooseInterface(exchange, service)
    const admitted = await admit(service, exchange)
    const { asks } = admitted.sender
    exchange.response.once('close', () => {
      if (!exchange.response.writableFinished) asks.leave()
    })
    return askFor(asks, () => answer(admitted, chosen))
  }
  return listen(service, serve, findShortage)
}
