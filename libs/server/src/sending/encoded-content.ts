import { COMPRESS_NOW } from './compression.ts'
import { chooseCoding, type Coding } from './content-coding.ts'
import type { Content } from './content.ts'

/** Shorter content fits into one packet. */
const LEAST_BYTES = 1_024
/** The CPU time is at most 0.2 ms, about as much as the work of another thread costs the event loop. */
const MOST_BYTES_NOW = 32_768

const JSON_TYPE = /^application\/(?:[\w.-]{1,60}\+)?json\b/

/** Whether the content depends on `Accept-Encoding`. A 304 has the headers of content whose length is unknown here. */
const isNegotiated = ({ status, headers, isSecret = false }: Content, length: number): boolean =>
  !isSecret && (status === 304 || (length > LEAST_BYTES && JSON_TYPE.test(headers['content-type'] ?? '')))

const addVary = ({ headers }: Content): Content['headers'] => {
  const { vary } = headers
  return { ...headers, vary: vary === undefined ? 'Accept-Encoding' : `${vary}, Accept-Encoding` }
}

/** C15.2: a strong tag stands for the bytes of one coding. */
const tagCoding = (tag: string, coding: Coding): string => tag.replace(/"$/, `-${coding}"`)

/** The content after compression. */
export const encode = (
  content: Content,
  body: Buffer,
  coding: Coding,
): Content & { readonly body: Buffer } => {
  const { etag } = content.headers
  const headers = {
    ...content.headers,
    'content-encoding': coding,
    ...(etag !== undefined && { etag: tagCoding(etag, coding) }),
  }
  return { ...content, headers, body }
}

/** Content, and the coding in which it is to be sent. */
export interface Negotiated {
  readonly content: Content
  readonly coding: Coding | null
}

/**
 * C15.2: JSON above 1 KB is compressed as the client accepts it, but never content with a secret: the length of the
 * compressed content would tell a part of the secret to a sender who chooses another part of the content (BREACH).
 */
export const negotiate = (
  content: Content,
  length: number,
  acceptEncoding: string | undefined,
): Negotiated => {
  if (!isNegotiated(content, length)) return { content, coding: null }
  const coding = length > 0 ? chooseCoding(acceptEncoding) : null
  return { content: { ...content, headers: addVary(content) }, coding }
}

/** Compresses short content. Null if it would not become shorter, or if it is long. */
export const encodeNow = ({ content, coding }: Negotiated, length: number): Content | null => {
  if (coding === null || length > MOST_BYTES_NOW) return null
  const body = COMPRESS_NOW[coding](toBytes(content.body))
  return body.length < length ? encode(content, body, coding) : null
}

export const toBytes = (body: Content['body'] = ''): Buffer =>
  typeof body === 'string' ? Buffer.from(body) : body
