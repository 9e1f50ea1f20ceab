import { isUtf8 } from 'node:buffer'

/** Decodes canonical base64 (RFC 4648 §3.5) of UTF-8. Null for other texts, such as two joined credentials. */
export const decodeBase64Text = (text: string): string | null => {
  const bytes = Buffer.from(text, 'base64')
  return bytes.toString('base64') === text && isUtf8(bytes) ? bytes.toString('utf8') : null
}
