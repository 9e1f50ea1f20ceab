import { aDemo } from '@content-service/domain/testing'
import { createRestHandler } from '@content-service/rest-handlers'
import { createFetchHandler } from '@content-service/rest-handlers/fetch'

const { contextFor } = await aDemo()
const rest = createRestHandler({
  baseUrl: 'https://content.example',
  report: console.error,
  requireIfMatch: false,
})

/** `Request` to `Response`, the form of Deno.serve, Bun.serve, Hono and workers. */
export const handler = createFetchHandler(rest, {
  contextFor: (request) => contextFor(request.headers.get('authorization')),
})
