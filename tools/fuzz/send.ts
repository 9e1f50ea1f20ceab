import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { GeneratedRequest } from './requests/generated-request.ts'

const ANSWER_TIMEOUT_MS = 30_000
/** The client counts longer responses, but does not keep them. */
const KEPT_BYTES = 1_000_000

export interface Received {
  /** 0 if there was no response. */
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
  /** The reason why there was no response. */
  readonly failure: string | null
}

const NO_ANSWER = { status: 0, headers: {}, body: '' }

/** The headers as a list: Node sends a list unchanged, and adds no headers. */
const listHeaders = ({ headers, body }: GeneratedRequest, host: string): string[] => {
  const length = body === undefined ? [] : [['content-length', String(Buffer.byteLength(body))]]
  return [['host', host], ['connection', 'close'], ...length, ...headers].flat()
}

const isStream = ({ headers }: IncomingMessage): boolean =>
  headers['content-type']?.startsWith('text/event-stream') === true

/** A response is complete after its last byte, and a stream after its headers. */
const receive = (message: IncomingMessage, done: (received: Received) => void): void => {
  const chunks: Buffer[] = []
  let bytes = 0
  const { statusCode: status = 0, headers } = message
  const finish = () => done({ status, headers, body: Buffer.concat(chunks).toString(), failure: null })
  message.on('data', (chunk: Buffer) => (bytes += chunk.length) <= KEPT_BYTES && chunks.push(chunk))
  message.once('close', finish)
  if (isStream(message)) message.destroy()
}

export type Send = (request: GeneratedRequest) => Promise<Received>

/** Sends the request on a new connection. It never throws, because a missing response is a result, too. */
export const send = (base: string, request: GeneratedRequest): Promise<Received> =>
  new Promise((done) => {
    const { hostname, port, host } = new URL(base)
    const { method, path } = request
    const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS)
    const sent = httpRequest({
      hostname,
      port,
      method,
      path,
      signal,
      agent: false,
      headers: listHeaders(request, host),
    })
    sent.once('response', (message) => receive(message, done))
    sent.on('error', (error: NodeJS.ErrnoException) => {
      // A server that refuses a long body closes the connection while the client still writes: the response can follow.
      if (error.code !== 'EPIPE')
        done({
          ...NO_ANSWER,
          failure: signal.aborted ? `no response within ${ANSWER_TIMEOUT_MS / 1000} s` : error.message,
        })
    })
    sent.once('close', () => setImmediate(() => done({ ...NO_ANSWER, failure: 'the connection ended' })))
    sent.end(request.body)
  })
