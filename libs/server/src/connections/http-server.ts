import cluster from 'node:cluster'
import type { RequestListener, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Settings } from '../settings/read-settings.ts'
import { limitConnections, type FindShortage } from './connection-limit.ts'
import { createDrain } from './drain.ts'
import { holdContinue } from './held-continue.ts'
import { explainListening, type ListenAddress } from './listening-failure.ts'

// An import of `node:http` reads all its exports, for which Node loads its WebSocket client: 27 ms and 5 MB.
const { createServer } = process.getBuiltinModule('node:http')

/** Enough for a request that has arrived. */
const SHORT_IDLE_MS = 100
/** The interval at which the server looks for late headers and requests. */
const CHECK_MS = 1_000

type HttpSettings = Pick<
  Settings,
  'requestTimeoutMs' | 'maxConnections' | 'maxConnectionsEach' | 'trustProxy' | 'httpLimits'
>

export interface HttpServer {
  /** Returns the address of the server. @throws OperatorError if it cannot listen there. */
  listen(at: ListenAddress): Promise<string>
  /** Sets the listener. The server responds with 503 to earlier requests. */
  serve(listener: RequestListener): void
  readonly findShortage: FindShortage
  /**
   * Accepts no more connections, and ends after all responses or a time limit (C10.4). It may be called twice: the first
   * call decides how long idle connections stay open.
   */
  drain(idleMs?: number): Promise<void>
}

/** Tells a client of a starting service to send its request again. */
const tellToComeBack: RequestListener = (_request, response) =>
  void response.writeHead(503, { 'retry-after': '1', connection: 'close' }).end()

/** A response stays in memory until its client reads it. Node restarts the timer with each byte and each request. */
const limitResponseIdleTime =
  (milliseconds: number): RequestListener =>
  ({ socket }, response) =>
    void response.once('prefinish', () => socket.setTimeout(milliseconds))

const createLimitedServer = ({ requestTimeoutMs: requestTimeout, httpLimits }: HttpSettings): Server => {
  const server = createServer({
    headersTimeout: Math.min(httpLimits.headersTimeoutMs, requestTimeout),
    requestTimeout,
    keepAliveTimeout: httpLimits.keepAliveTimeoutMs,
    connectionsCheckingInterval: CHECK_MS,
    maxHeaderSize: httpLimits.headerBytes,
  })
  server.timeout = httpLimits.socketTimeoutMs
  return server
}

/** Linux divides the connections between the processes that listen to a port. Other systems cannot do that. */
const sharesPort = ({ port }: Pick<Settings, 'port'>): boolean =>
  cluster.isWorker && port !== 0 && process.platform === 'linux'

/** No client can connect to the address that means all interfaces of the machine. */
export const nameHost = (host: string): string => {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

const listen = (server: Server, { port, host, ...named }: ListenAddress): Promise<string> =>
  new Promise((resolve, reject) => {
    server.once('error', (error) => reject(explainListening(error, { port, host, ...named })))
    server.listen({ port, host, reusePort: sharesPort({ port }) }, () => {
      const { port: actual } = server.address() as AddressInfo
      resolve(`http://${nameHost(host)}:${actual}`)
    })
  })

/** @throws OperatorError if a server could not listen there. */
export const requireFreePort = async (at: ListenAddress): Promise<void> => {
  const server = createServer()
  await listen(server, at)
  await new Promise((resolve) => server.close(resolve))
}

/**
 * A server with limits for slow clients: a slow request gets 408, and a client that reads nothing loses its connection.
 */
export const openHttpServer = (settings: HttpSettings): HttpServer => {
  const { requestTimeoutMs, maxConnections: most, maxConnectionsEach: each, httpLimits } = settings
  const server = createLimitedServer(settings)
  const findShortage = limitConnections(server, { most, each, isTrusted: settings.trustProxy })
  holdContinue(server)
  const drain = createDrain(server)
  let draining: Promise<void> | undefined
  let answer = tellToComeBack
  server.on('request', limitResponseIdleTime(Math.min(httpLimits.responseTimeoutMs, requestTimeoutMs)))
  server.on('request', (request, response) => answer(request, response))
  return {
    listen: (at) => listen(server, at),
    serve: (listener) => void (answer = listener),
    findShortage,
    drain: (idleMs = SHORT_IDLE_MS) => (draining ??= drain(idleMs)),
  }
}
