import { ContentError } from '@content-service/domain'
import { RateLimited } from '@content-service/domain/internal/rules'
import { createRefusalResponse, RestError } from '@content-service/rest-handlers/problems'
import type { Service } from '../composition/compose.ts'
import { refuseExcess } from './answer-graphql.ts'
import type { Exchange } from './exchange.ts'
import { sendAnswer } from './send.ts'

const explainRefusal = (error: unknown): string =>
  error instanceof URIError
    ? 'The path has a % that begins no escape of UTF-8. Write it as %25.'
    : 'The service cannot read the body. Its bytes must have the encoding and the length that Content-Encoding and Content-Length name.'

/** Refusals of express, such as for a malformed path, and of unreadable bodies have a status below 500. */
const toRefusal = (error: unknown): unknown => {
  const { status } = error as { readonly status?: number }
  if (error instanceof ContentError || status === undefined || status >= 500) return error
  return status === 415
    ? new RestError('UNSUPPORTED_MEDIA_TYPE', 'The service does not support this content encoding.')
    : new RestError('BAD_REQUEST', explainRefusal(error))
}

/** The problem document for an error. An unexpected error is reported, and hidden. */
export const createProblem = (service: Service, { requestId }: Exchange, error: unknown) =>
  createRefusalResponse(toRefusal(error), requestId, service)

const isGraphql = ({ path }: Exchange): boolean => /^\/graphql(?:\/|$)/i.test(path)

/** Answers a request that failed. The client of a response that has begun loses its connection. */
export const answerError = (service: Service, exchange: Exchange, error: unknown): void => {
  if (exchange.response.headersSent) {
    service.report(error, exchange.requestId)
    exchange.response.destroy()
  } else if (error instanceof RateLimited && isGraphql(exchange)) refuseExcess(service, exchange, error)
  else sendAnswer(service, exchange, createProblem(service, exchange, error))
}
