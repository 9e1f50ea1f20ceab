import { ContentError } from '../rules/errors.ts'

const MOST = 255
/** Each character of a quoted key may have a backslash. */
const MOST_SENT = 2 * MOST + 2

/** A String of RFC 9651 §3.3.3, without spaces; only a quote and a backslash are escaped, by a backslash. */
const QUOTED = /^"((?:[!#-[\]-~]|\\["\\])+)"$/
/** Proxies join two headers of one name by a comma: a bare key with a comma would be ambiguous. */
const BARE = /^[!#-+\--~]+$/

const parseKey = (header: string): string | undefined =>
  BARE.exec(header)?.[0] ?? QUOTED.exec(header)?.[1]?.replaceAll(/\\(.)/g, '$1')

/**
 * The key of an `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header), which many clients send without the
 * quotes of its syntax; null without the header. @throws BAD_REQUEST, also for a header that came twice.
 */
export const readIdempotencyKey = (header: string | undefined): string | null => {
  if (header === undefined) return null
  const key = header.length > MOST_SENT ? undefined : parseKey(header.trim())
  if (key !== undefined && key.length <= MOST) return key
  throw new ContentError(
    'BAD_REQUEST',
    `Send one Idempotency-Key of 1 to ${MOST} visible ASCII characters, such as a UUID. Put a key with a comma or a quote in double quotes.`,
  )
}
