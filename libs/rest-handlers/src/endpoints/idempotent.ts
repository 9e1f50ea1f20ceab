import { type Context } from '@content-service/domain'
import { runIdempotent, readIdempotencyKey } from '@content-service/domain/internal/idempotency'
import type { OperationName } from '@content-service/domain/internal/model'
import { readMediaType, type RestRequest, type RestResponse } from '../protocol/http.ts'

/** The bytes of a body one by one, even if they are no UTF-8. */
const listBytes = ({ body }: RestRequest): string => Buffer.from(body ?? []).toString('latin1')

const createPayload = (request: RestRequest): readonly string[] => [
  request.method,
  request.path,
  String(request.query),
  readMediaType(request),
  listBytes(request),
]

const markReplayed = (response: RestResponse): RestResponse => ({
  ...response,
  headers: { ...response.headers, 'idempotent-replayed': 'true' },
})

/**
 * C6.9: runs a POST with an `Idempotency-Key` once. The other methods are idempotent, or `If-Match` makes them
 * idempotent; they ignore the header.
 */
export const answerIdempotent = async (
  request: RestRequest,
  context: Context,
  endpoint: {
    readonly operation: OperationName
    readonly answer: (context: Context) => Promise<RestResponse>
  },
): Promise<RestResponse> => {
  const key = request.method === 'POST' ? readIdempotencyKey(request.headers['idempotency-key']) : null
  if (key === null) return endpoint.answer(context)
  const locate = (answer: unknown): string => (answer as RestResponse).headers['location'] ?? request.path
  const asked = { key, payload: createPayload(request), operation: endpoint.operation, locate }
  const { answer, isReplayed } = await runIdempotent(context, asked, endpoint.answer)
  return isReplayed ? markReplayed(answer) : answer
}
