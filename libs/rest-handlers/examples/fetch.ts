import { createFetchHandler } from '@content-service/rest-handlers/fetch'
import { contextFor, rest } from './express.ts'

/** `Request` to `Response`, the form of Deno.serve, Bun.serve, Hono and workers. */
export const handler = createFetchHandler(rest, {
  contextFor: (request) => contextFor(request.headers.get('authorization')),
})
