import { isUtf8 } from 'node:buffer'

/** What canonical base64 (RFC 4648 §3.5) says in UTF-8; null for any other text, such as two credentials that were joined. */
export const decodeBase64Text = (text: string): string | null => {
  const bytes = Buffer.from(text, 'base64')
  return bytes.toString('base64') === text && isUtf8(bytes) ? bytes.toString('utf8') : null
}
