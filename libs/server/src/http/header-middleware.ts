import type { IncomingMessage, ServerResponse } from 'node:http'

/** A request with its address before a router of express shortens it. */
export type AddressedRequest = IncomingMessage & { readonly originalUrl: string }

/** A middleware that only sets headers. It does not wait, and works with and without express. */
export type HeaderMiddleware = (
  request: AddressedRequest,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void

/** Adds a header to Vary, which must not contain it yet. */
export const addVary = (response: ServerResponse, name: string): void => {
  const named = response.getHeader('vary')
  response.setHeader('vary', named === undefined ? name : `${String(named)}, ${name}`)
}

/** C5.7: a response of GraphQL depends on Accept. */
export const varyByAccept: HeaderMiddleware = (_request, response, next) => {
  addVary(response, 'Accept')
  next()
}
