import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Settings } from '../settings/read-settings.ts'
import { limitConnections } from './connection-limit.ts'
import { createDrain } from './drain.ts'

/** How often the server looks for headers and requests that are late. */
const CHECK_MS = 1_000

type HttpSettings = Pick<Settings, 'requestTimeoutMs' | 'maxConnections' | 'httpLimits'>

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

const listen = (server: Server, { port, host }: Pick<Settings, 'port' | 'host'>): Promise<string> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      const { port: actual } = server.address() as AddressInfo
      resolve(`http://${host.includes(':') ? `[${host}]` : host}:${actual}`)
    })
  })

/** A server that no client can hold up: one that is too slow is told so with 408, or cut off where it reads nothing. */
export const openHttpServer = (settings: HttpSettings): HttpServer => {
  const { requestTimeoutMs, maxConnections, httpLimits } = settings
  const server = createLimitedServer(settings)
  limitConnections(server, maxConnections)
  const drain = createDrain(server)
  let draining: Promise<void> | undefined
  let answer = tellToComeBack
  server.on('request', limitResponseIdleTime(Math.min(httpLimits.responseTimeoutMs, requestTimeoutMs)))
  server.on('request', (request, response) => answer(request, response))
  return {
    listen: (at) => listen(server, at),
    serve: (listener) => void (answer = listener),
    drain: () => (draining ??= drain()),
  }
}
