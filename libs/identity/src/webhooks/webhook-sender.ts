import type { IncomingMessage, RequestOptions } from 'node:http'
import { isIP } from 'node:net'
import type { AttemptResult, WebhookSender } from '@content-service/domain/internal/webhooks'
import { AddressRefused, resolveAddress, readHost, resolveByDns, type Resolve } from './resolve-address.ts'

const { request: requestHttp } = process.getBuiltinModule('node:http')
const { request: requestHttps } = process.getBuiltinModule('node:https')

export interface SenderSettings {
  /** WEBHOOK_ALLOW_PRIVATE. */
  readonly allowPrivate: boolean
  readonly resolve?: Resolve
  /** The time for the look-up of the name, the connection and the response together. */
  readonly timeoutMs?: number
}

type Message = Parameters<WebhookSender['post']>[0]

const TIMEOUT_MS = 10_000
/** The service reads no more of a response, so that a receiver can neither fill its memory nor keep it busy. */
const MAX_ANSWER_BYTES = 64 * 1024
const USER_AGENT = 'content-service-webhooks'

const createOptions = (
  url: URL,
  address: string,
  { headers, body }: Message,
  signal: AbortSignal,
): RequestOptions => ({
  method: 'POST',
  host: address,
  port: url.port,
  path: url.pathname + url.search,
  // A new connection, because an open connection may go to another address.
  agent: false,
  signal,
  headers: {
    ...headers,
    host: url.host,
    'user-agent': USER_AGENT,
    'content-length': Buffer.byteLength(body),
  },
  // The connection goes to the address, and the certificate is checked for the name.
  ...(isIP(readHost(url)) === 0 && { servername: url.hostname }),
})

/** Reads a response to its end, at most MAX_ANSWER_BYTES. */
const drain = async (answer: IncomingMessage): Promise<void> => {
  let bytes = 0
  for await (const chunk of answer) {
    bytes += (chunk as Buffer).length
    if (bytes > MAX_ANSWER_BYTES) break
  }
  answer.destroy()
}

const exchange = (url: URL, options: RequestOptions, body: string): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(options, resolve)
    request.on('error', reject)
    request.end(body)
  })

/** The reason for the owner of the webhook, without details of the network of the service. */
const explainFailure = (error: unknown): string => {
  if (error instanceof AddressRefused) return error.message
  const { code, name } = error as { readonly code?: string; readonly name?: string }
  if (name === 'TimeoutError' || name === 'AbortError') return 'The receiver did not respond in time.'
  return `The service could not reach the receiver (${code ?? name ?? 'unknown'}).`
}

const rejectWhenAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })

/** Sends documents to webhooks (C11.1): only to checked addresses, and without following redirects. */
export const createWebhookSender = ({
  allowPrivate,
  resolve = resolveByDns,
  timeoutMs = TIMEOUT_MS,
}: SenderSettings): WebhookSender => {
  const send = async (message: Message, signal: AbortSignal): Promise<AttemptResult> => {
    const url = new URL(message.url)
    const address = await resolveAddress(url, { resolve, allowPrivate })
    const answer = await exchange(url, createOptions(url, address, message, signal), message.body)
    await drain(answer)
    return { statusCode: answer.statusCode ?? 0, error: null }
  }
  return {
    post: async (message) => {
      const signal = AbortSignal.timeout(timeoutMs)
      try {
        return await Promise.race([send(message, signal), rejectWhenAborted(signal)])
      } catch (error) {
        return { statusCode: null, error: explainFailure(error) }
      }
    },
  }
}
