import { responseHasNoRoom } from '@content-service/domain/internal/reading'
import { createUnavailableAnswer } from '@content-service/graphql-schema'
import { createRefusalResponse, type ProblemOptions } from '@content-service/rest-handlers/problems'
import type { IncomingMessage } from 'node:http'
import type { Content } from './content.ts'

const removeContent = ({ status, headers: { 'content-type': _type, ...headers } }: Content): Content => ({
  status: status === 200 ? 204 : status,
  headers,
})

/** C15.4: the response of REST if its content has no room. A write is done, so that its response is no refusal. */
export const refuseRest = (
  service: ProblemOptions,
  { method, requestId }: { readonly method: string; readonly requestId: string },
  content: Content,
): Content =>
  method === 'GET' || method === 'HEAD'
    ? createRefusalResponse(responseHasNoRoom(), requestId, service)
    : removeContent(content)

/** C15.4: the response of GraphQL if its content has no room. */
export const refuseGraphql = (
  { headers }: Pick<IncomingMessage, 'headers'>,
  { isMutation }: { readonly isMutation: boolean },
): Content => {
  const refusal = createUnavailableAnswer({ headers }, responseHasNoRoom(), { isMutation })
  const [body, { status, headers: shown }] = refusal
  return { status, headers: { 'cache-control': 'no-store', ...shown }, body: body ?? '' }
}
