import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Settings } from '../settings/read-settings.ts'
import { limitConnections } from './connection-limit.ts'
import { drained } from './draining.ts'

/** What a client may take its time for, in milliseconds. REQUEST_TIMEOUT_MS is for the whole of a request; this for its headers. */
const HEADERS_MS = 10_000
/** Without taking anything of the answer. */
const TAKE_ANSWER_MS = 10_000
/** Until its next request. More than the 60 s of nginx and other proxies, so that it is they who close. */
const NEXT_REQUEST_MS = 65_000
/** Without a byte in either direction: more than the longest operation takes, which is 60 s (C5.12). */
const SILENCE_MS = 75_000
/** How often headers and requests are looked after. */
const CHECK_MS = 1_000
/** Of the request line and all headers together. */
const HEADER_BYTES = 16_384

export interface HttpServer {
  /** Comes to the address that it listens at. */
  listen(at: Pick<Settings, 'port' | 'host'>): Promise<string>
  /** From now on requests are answered so; whoever comes before is told to come back. */
  serve(listener: RequestListener): void
  /** Takes no connection more, and ends when all requests are answered, or have had their time (C10.4). May be called twice. */
  drain(): Promise<void>
}

const tellToComeBack: RequestListener = (_request, response) =>
  void response.writeHead(503, { 'retry-after': '1', connection: 'close' }).end()

/** An answer waits in memory for whoever asked for it. Node begins anew with every byte taken, and at the next request. */
const endUnlessTaken =
  (milliseconds: number): RequestListener =>
  ({ socket }, response) =>
    void response.once('prefinish', () => socket.setTimeout(milliseconds))

const limitedServer = (requestTimeout: number): Server => {
  const server = createServer({
    headersTimeout: Math.min(HEADERS_MS, requestTimeout),
    requestTimeout,
    keepAliveTimeout: NEXT_REQUEST_MS,
    connectionsCheckingInterval: CHECK_MS,
    maxHeaderSize: HEADER_BYTES,
  })
  server.timeout = SILENCE_MS
  return server
}

const listening = (server: Server, { port, host }: Pick<Settings, 'port' | 'host'>): Promise<string> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      const { port: actual } = server.address() as AddressInfo
      resolve(`http://${host.includes(':') ? `[${host}]` : host}:${actual}`)
    })
  })

/** A server that no client can hold up: one that is too slow is told so with 408, or cut off where it reads nothing. */
export const openHttpServer = ({
  requestTimeoutMs,
  maxConnections,
}: Pick<Settings, 'requestTimeoutMs' | 'maxConnections'>): HttpServer => {
  const server = limitedServer(requestTimeoutMs)
  limitConnections(server, maxConnections)
  const drain = drained(server)
  let draining: Promise<void> | undefined
  let answer = tellToComeBack
  server.on('request', endUnlessTaken(Math.min(TAKE_ANSWER_MS, requestTimeoutMs)))
  server.on('request', (request, response) => answer(request, response))
  return {
    listen: (at) => listening(server, at),
    serve: (listener) => void (answer = listener),
    drain: () => (draining ??= drain()),
  }
}
