import { bearerOfAdmin } from './processes/api-process.ts'

/** Longer than any response may take: a request that waits longer has no response. */
export const FORGOTTEN_MS = 30_000

export interface WriterRequest {
  readonly method: string
  readonly path: string
  readonly body: object
  /** C6.9: the Idempotency-Key. */
  readonly key?: string
}

const writeTitle = (name: string, edition: number): string => `${name} edition ${edition}`

/** PATCH needs no key, because it contains the new values, so that a client can repeat it. */
export const REQUESTS = [
  {
    create: (name: string): WriterRequest => ({
      method: 'POST',
      path: '/api/articles',
      body: { title: writeTitle(name, 0), content: 'Text' },
      key: name,
    }),
    change: (id: string, name: string, edition: number): WriterRequest => ({
      method: 'PATCH',
      path: `/api/articles/${id}`,
      body: { title: writeTitle(name, edition) },
    }),
  },
  {
    create: (name: string): WriterRequest =>
      mutation(
        `createArticle(input: { authorId: "2", title: "${writeTitle(name, 0)}", content: "Text" }) { id }`,
        name,
      ),
    change: (id: string, name: string, edition: number): WriterRequest =>
      mutation(
        `updateArticle(input: { id: "${id}", title: "${writeTitle(name, edition)}" }) { id }`,
        `${name}-${edition}`,
      ),
  },
] as const

const mutation = (field: string, key: string): WriterRequest => ({
  method: 'POST',
  path: '/graphql',
  body: { query: `mutation { done: ${field} }` },
  key,
})

export const sendRequest = (url: string, { method, path, body, key }: WriterRequest): Promise<Response> =>
  fetch(url + path, {
    method,
    headers: {
      authorization: bearerOfAdmin(),
      'content-type': 'application/json',
      accept: 'application/json',
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(FORGOTTEN_MS),
  })
