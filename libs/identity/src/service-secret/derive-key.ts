import { hkdfSync } from 'node:crypto'

const KEY_BYTES = 32

/** Derives a key for a purpose from the secret that the processes of a service share (RFC 5869). */
export const deriveKey = (secret: string, purpose: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, '', purpose, KEY_BYTES))
