import { isUtf8 } from 'node:buffer'
import { showsSecret } from '@content-service/domain/service'
import { parseQuestion, type OperationNote } from '@content-service/graphql-schema'
import type { Service } from '../compose.ts'
import type { DirectInterface, DirectRequest, DirectResponse } from './direct-interface.ts'
import { refuseGraphql } from '../sending/no-room.ts'

const PLACE = { method: 'POST', url: '/graphql' } as const
const JSON_BODY = /^application\/json(?:; ?charset=utf-8)?$/i

const createScope = (
  { context: domain, requestId, quotaUsage, abort }: DirectRequest,
  note: (operation: OperationNote) => void,
) => ({
  domain,
  requestId,
  abort,
  note,
  charge: (requests: number) => quotaUsage.chargeOperation(requests),
})

const answer = async (
  { graphql, answerCompiled, model }: Service,
  asked: DirectRequest,
): Promise<DirectResponse | null> => {
  const { request, body } = asked
  if (!isUtf8(body)) return null
  const text = body.toString()
  let operation: OperationNote | undefined
  const context = createScope(asked, (ran) => void (operation = ran))
  const question = answerCompiled && parseQuestion(text)
  const compiled =
    answerCompiled &&
    question &&
    (await answerCompiled({ method: PLACE.method, headers: request.headers, context }, question))
  const [shown, { status, headers }] =
    compiled ??
    (await graphql({
      ...PLACE,
      headers: request.headers,
      body: text,
      raw: request,
      context: { ...context, asked: question ?? undefined },
    }))
  return {
    status,
    headers: { 'cache-control': 'no-store', ...headers },
    body: shown ?? '',
    isSecret: showsSecret(model, operation?.fields ?? []),
    ...(operation && { operation }),
  }
}

/** Queries and mutations. A stream needs express. */
export const createDirectGraphql = (service: Service): DirectInterface => ({
  accepts: ({ method, url, headers }) =>
    method === PLACE.method &&
    url === PLACE.url &&
    JSON_BODY.test(headers['content-type'] ?? '') &&
    headers['content-length'] !== undefined &&
    !(headers.accept ?? '').includes('event-stream'),
  answer: (asked) => answer(service, asked),
  refuse: ({ request }, { operation }) =>
    refuseGraphql(request, { isMutation: operation?.type === 'mutation' }),
})
