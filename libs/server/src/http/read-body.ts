import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib'
import { PRICES } from '@content-service/domain/internal/context'
import getRawBody from 'raw-body'
import { askForBody, isHeld } from '../connections/held-continue.ts'
import type { Exchange } from './exchange.ts'

const MEBIBYTE = 1_048_576

/** C12.12: charges a request for each whole MiB of content. */
const chargeContent = (bytes: number, { quotaUsage }: Exchange): Promise<void> =>
  quotaUsage.charge(Math.floor(bytes / MEBIBYTE) * PRICES.mebibyte)

/** The length of the body by the headers, or null. */
const readLength = ({ headers }: IncomingMessage): number | null =>
  headers['content-length'] === undefined ? null : Number(headers['content-length'])

const hasBody = (request: IncomingMessage): boolean =>
  request.headers['transfer-encoding'] !== undefined || (readLength(request) ?? 0) > 0

/** A body that cannot be read: its encoding is unknown (415), or its bytes are not what the headers say (400). */
export class UnreadableBody extends Error {
  override readonly name = 'UnreadableBody'
  readonly status: 400 | 415

  constructor(status: 400 | 415, options?: ErrorOptions) {
    super('The body cannot be read.', options)
    this.status = status
  }
}

const DECODERS = {
  gzip: createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
}
const isDecoder = (name: string): name is keyof typeof DECODERS => Object.hasOwn(DECODERS, name)

const readEncoding = ({ headers }: IncomingMessage): string =>
  headers['content-encoding']?.toLowerCase() ?? 'identity'

/** @throws UnreadableBody for an unknown encoding. */
const decode = (request: IncomingMessage): Readable => {
  const encoding = readEncoding(request)
  if (encoding === 'identity') return request
  if (!isDecoder(encoding)) throw new UnreadableBody(415)
  const decoder = DECODERS[encoding]()
  request.once('error', (error) => decoder.destroy(error))
  return request.pipe(decoder)
}

/** Reads the rest of a refused body, and keeps nothing: a client that still sends would miss the response. */
const drain = async (request: IncomingMessage): Promise<void> => {
  request.unpipe()
  request.resume()
  await finished(request).catch(() => undefined)
}

/** Null for a body above the limit. @throws UnreadableBody. */
const read = async ({ request, response }: Exchange, limit: number): Promise<Buffer | null> => {
  const stream = decode(request)
  askForBody(response)
  try {
    const length = stream === request ? readLength(request) : null
    return await getRawBody(stream, { limit, length })
  } catch (error) {
    if (stream !== request) stream.destroy()
    await drain(request)
    if ((error as { readonly type?: string }).type === 'entity.too.large') return null
    throw new UnreadableBody(400, { cause: error })
  }
}

export interface BodyRules {
  /** The most bytes, without their encoding. */
  readonly limit: number
  /** C12.12: whether the response can depend on the body; always by default. */
  readonly needsBody?: () => boolean
}

const isReadable = (request: IncomingMessage): boolean => {
  const encoding = readEncoding(request)
  return encoding === 'identity' || isDecoder(encoding)
}

/** Whether the headers alone show that the body is above the limit. */
const isTooLong = (request: IncomingMessage, limit: number): boolean =>
  readEncoding(request) === 'identity' && (readLength(request) ?? 0) > limit

/** Node reads the rest of a body after the response, and keeps nothing of it. */
const leaveUnread = ({ response }: Exchange, isShort: boolean): void => {
  if (!isShort) response.setHeader('connection', 'close')
}

/**
 * Reads the body of a request of any type into the exchange. If the headers name the length, the charge comes before the
 * read. @throws RateLimited, UnreadableBody.
 */
export const readBody = async (
  exchange: Exchange,
  { limit, needsBody = () => true }: BodyRules,
): Promise<void> => {
  const { request, response } = exchange
  exchange.body = Buffer.alloc(0)
  if (!hasBody(request)) return
  const stated = readLength(request)
  const isShort = stated !== null && stated <= limit
  if (isShort) await chargeContent(stated, exchange)
  if (isReadable(request) && !needsBody()) {
    exchange.body = null
    return leaveUnread(exchange, isShort)
  }
  exchange.body = isHeld(response) && isTooLong(request, limit) ? null : await read(exchange, limit)
  if (exchange.body === null) response.setHeader('connection', 'close')
  else if (stated === null) await chargeContent(exchange.body.length, exchange)
}
