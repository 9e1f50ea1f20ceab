import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { ResponseReader } from './response-reader.ts'

export interface LoadOptions {
  readonly url: string
  /** Gives the next request, as bytes. Each connection sends it after the response to the one before. */
  readonly next: () => Buffer
  readonly connections: number
  /** No request starts later than this. */
  readonly seconds: number
  /** No more requests than this. */
  readonly atMost?: number
}

export interface LoadResult {
  readonly responses: number
  readonly seconds: number
  /** In ascending order. */
  readonly latenciesMs: Float64Array
  readonly bytes: number
}

/**
 * Gives the requests in turn, again and again. All runs of a load share the turn, so that none begins with a request that
 * the one before has just sent.
 */
export const repeat = (requests: readonly Buffer[]): (() => Buffer) => {
  let place = 0
  return () => requests[place++ % requests.length] as Buffer
}

/** What the connections of a run share. */
class Run {
  readonly latencies: number[] = []
  readonly #next: () => Buffer
  readonly #deadline: number
  #left: number
  bytes = 0

  constructor({ next, seconds, atMost = Infinity }: LoadOptions) {
    this.#next = next
    this.#deadline = performance.now() + seconds * 1_000
    this.#left = atMost
  }

  /** The next request, or undefined at the end of the run. */
  next(now: number): Buffer | undefined {
    if (now >= this.#deadline || this.#left <= 0) return undefined
    this.#left -= 1
    return this.#next()
  }

  count(latencyMs: number, bytes: number): void {
    this.latencies.push(latencyMs)
    this.bytes += bytes
  }
}

const TIMEOUT_MS = 30_000

/** Sends requests on a connection, one at a time, until the run ends. */
const drive = (socket: Socket, run: Run): Promise<void> =>
  new Promise((resolve, reject) => {
    const reader = new ResponseReader()
    let sentAt = 0
    const send = (now: number): void => {
      const request = run.next(now)
      if (request === undefined) return resolve()
      sentAt = now
      socket.write(request)
    }
    socket.on('data', (chunk) => {
      const response = reader.read(chunk)
      if (response === null) return
      const now = performance.now()
      if (response.status !== 200 && response.status !== 201)
        return reject(new Error(`A response has the status ${response.status}: ${response.beginning}`))
      run.count(now - sentAt, response.bytes)
      send(now)
    })
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('The server closed a connection.')))
    socket.setTimeout(TIMEOUT_MS, () => reject(new Error(`No response came within ${TIMEOUT_MS / 1_000} s.`)))
    send(performance.now())
  })

/**
 * Sends requests over keep-alive connections. Each connection waits for its response before the next request, as
 * autocannon does, so that a slow server receives fewer requests.
 */
export const runLoad = async (options: LoadOptions): Promise<LoadResult> => {
  const { hostname, port } = new URL(options.url)
  const sockets = Array.from({ length: options.connections }, () =>
    connect({ host: hostname, port: Number(port), noDelay: true }),
  )
  try {
    await Promise.all(sockets.map((socket) => once(socket, 'connect')))
    const run = new Run(options)
    const started = performance.now()
    await Promise.all(sockets.map((socket) => drive(socket, run)))
    const seconds = (performance.now() - started) / 1_000
    const latenciesMs = Float64Array.from(run.latencies).sort()
    return { responses: latenciesMs.length, seconds, latenciesMs, bytes: run.bytes }
  } finally {
    for (const socket of sockets) socket.removeAllListeners('close').destroy()
  }
}
