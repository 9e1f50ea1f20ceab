import { isUtf8 } from 'node:buffer'
import { ContentError } from '@content-service/domain'
import { showsSecret } from '@content-service/domain/internal/service'
import type { RateLimited } from '@content-service/domain/internal/rules'
import {
  createRateLimitedAnswer,
  type GraphqlResponse,
  type OperationNote,
} from '@content-service/graphql-schema'
import type { Service } from '../composition/compose.ts'
import { refuseGraphql } from '../sending/no-room.ts'
import type { AdmittedExchange, Exchange } from './exchange.ts'
import { sendContent } from './send.ts'

/** @throws ContentError for bytes that are not UTF-8: a decoder would replace them and change the request. */
const decodeBody = (body: Buffer | null): string => {
  if (body === null)
    throw new ContentError(
      'PAYLOAD_TOO_LARGE',
      'The body is larger than the limit of this service (BODY_LIMIT). Send a smaller body.',
    )
  if (isUtf8(body)) return body.toString('utf8')
  throw new ContentError('BAD_REQUEST', 'The body is not UTF-8.')
}

/** The request for the handlers of GraphQL. */
export const toGraphqlRequest = (exchange: AdmittedExchange) => {
  const { request, method, target: url, requestId, quotaUsage, sender } = exchange
  return {
    method,
    url,
    headers: request.headers,
    body: decodeBody(exchange.body),
    raw: request,
    context: {
      domain: sender.context,
      requestId,
      abort: sender.abort,
      note: (operation: OperationNote) => void (exchange.operation = operation),
      charge: (requests: number) => quotaUsage.chargeOperation(requests),
    },
  }
}

export const sendGraphql = (
  service: Service,
  exchange: Exchange,
  [body, { status, headers }]: GraphqlResponse,
): void => {
  const { request, operation } = exchange
  const content = {
    status,
    headers: { 'cache-control': 'no-store', ...headers },
    body: body ?? '',
    isSecret: showsSecret(service.model, operation?.fields ?? []),
  }
  const isMutation = operation?.type === 'mutation'
  sendContent(service, exchange, content, () => refuseGraphql(request, { isMutation }))
}

/** C9.1: refuses a request beyond the quota in the format of GraphQL. */
export const refuseExcess = (service: Service, exchange: Exchange, error: RateLimited): void =>
  sendGraphql(service, exchange, createRateLimitedAnswer(exchange.request, error))

/** Queries and mutations. */
export const answerGraphql = async (service: Service, exchange: AdmittedExchange): Promise<void> =>
  sendGraphql(service, exchange, await service.graphql(toGraphqlRequest(exchange)))
