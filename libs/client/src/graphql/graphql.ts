import { type ClientError, isClientError, malformed } from '../errors/client-error.ts'
import { readError } from '../errors/read-error.ts'
import { makeKey } from '../transport/make-key.ts'
import { readJson, unexpected } from '../transport/read-json.ts'
import type { TextResponse, Send } from '../transport/send.ts'
import type { Connection, ExecuteOptions, Graphql } from './graphql-types.ts'
import { writeDocument } from './write-document.ts'

/** The media type has statuses that say what happened (GraphQL over HTTP); older servers have the other one. */
const ACCEPT = 'application/graphql-response+json, application/json;q=0.9'

interface Executed {
  readonly data: unknown
  readonly error?: ClientError
}

const execute = async (
  send: Send,
  document: unknown,
  variables: unknown,
  { signal, headers, idempotencyKey = makeKey() }: ExecuteOptions,
): Promise<Executed> => {
  const received = await send({
    method: 'POST',
    path: '/graphql',
    headers: {
      accept: ACCEPT,
      'content-type': 'application/json',
      // The service reads the key of a mutation, and ignores the key of a query.
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      ...headers,
    },
    body: JSON.stringify({ query: writeDocument(document), variables }),
    signal,
    repeatable: idempotencyKey !== false,
  })
  return readExecuted(received)
}

/** Without data a response is a refusal; data with errors is both. */
const readExecuted = (received: TextResponse): Executed => {
  const json = readJson(received) as { readonly data?: unknown } | null | undefined
  const error = readError(received.response, json)
  if (json?.data === undefined && !error) throw unexpected(received.response)
  return { data: json?.data ?? null, ...(error && { error }) }
}

export const createGraphqlCall = (send: Send): Graphql => {
  const call = async (document: unknown, variables?: unknown, options: ExecuteOptions = {}) => {
    try {
      const { data, error } = await execute(send, document, variables, options)
      return error ? { ok: false, error, data } : { ok: true, data }
    } catch (error) {
      if (isClientError(error)) return { ok: false, error, data: null }
      throw error
    }
  }
  async function* pages(
    document: unknown,
    variables: object,
    select: (data: unknown) => Connection | null | undefined,
    options: ExecuteOptions = {},
  ) {
    let after: string | null | undefined
    for (;;) {
      const given = after === undefined ? variables : { ...variables, after }
      const { data, error } = await execute(send, document, given, options)
      if (error) throw error
      const page = select(data)
      if (!page) return
      yield page
      const { hasNextPage, endCursor } = page.pageInfo
      if (!hasNextPage) return
      if (endCursor === null || endCursor === after) {
        throw malformed(
          'The page has no cursor of the next page. Select pageInfo { hasNextPage endCursor }, and give $after to the connection.',
          200,
        )
      }
      after = endCursor
    }
  }
  // The types come from the document; the code is the same for all documents.
  return Object.assign(call, { pages }) as Graphql
}
