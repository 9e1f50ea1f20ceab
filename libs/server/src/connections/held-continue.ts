import type { Server, ServerResponse } from 'node:http'

/** The responses whose clients wait for 100 before they send the body, and whether their connections stay open. */
const held = new WeakMap<ServerResponse, boolean>()

/**
 * RFC 9110 §10.1.1: Node would send 100 at once, so that a client would send the body of a request that the service refuses
 * by its head. Until the service asks for the body, the response ends the connection: the client may send the body or not,
 * and the server could not tell the body from the next request.
 */
export const holdContinue = (server: Server): void =>
  void server.on('checkContinue', (request, response) => {
    held.set(response, response.shouldKeepAlive)
    response.shouldKeepAlive = false
    server.emit('request', request, response)
  })

/** Whether the client of a response waits before it sends the body. */
export const isHeld = (response: ServerResponse): boolean => held.has(response)

/** Asks a client that waits for its body. */
export const askForBody = (response: ServerResponse): void => {
  const staysOpen = held.get(response)
  if (staysOpen === undefined) return
  held.delete(response)
  response.shouldKeepAlive = staysOpen
  response.writeContinue()
}
