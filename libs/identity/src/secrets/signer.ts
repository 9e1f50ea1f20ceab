import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'
import type { Signer } from '@content-service/domain/internal/reading'

const MAC_LENGTH = 16

/**
 * Signs texts with a keyed hash (RFC 2104). Every client can read a signed text, and only the key can make one (C5.4).
 */
export const createSigner = (key: Uint8Array): Signer => {
  // From bytes, Node would create a key for each text.
  const secret = createSecretKey(key)
  const computeMac = (content: Buffer): Buffer =>
    createHmac('sha256', secret).update(content).digest().subarray(0, MAC_LENGTH)
  return {
    sign: (text) => {
      const content = Buffer.from(text)
      return Buffer.concat([computeMac(content), content]).toString('base64url')
    },
    verify: (cursor) => {
      const bytes = Buffer.from(cursor, 'base64url')
      if (bytes.length <= MAC_LENGTH || bytes.toString('base64url') !== cursor) return null
      const content = bytes.subarray(MAC_LENGTH)
      return timingSafeEqual(computeMac(content), bytes.subarray(0, MAC_LENGTH)) ? content.toString() : null
    },
  }
}
