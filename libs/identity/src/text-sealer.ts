import { createHmac, timingSafeEqual } from 'node:crypto'
import type { TextSealer } from '@content-service/domain'

const MAC_LENGTH = 16

/** Texts that carry their content and a keyed hash of it (RFC 2104): readable by who likes, made with this key alone (C5.4). */
export const textSealer = (key: Uint8Array): TextSealer => {
  const macOf = (content: Buffer): Buffer =>
    createHmac('sha256', key).update(content).digest().subarray(0, MAC_LENGTH)
  return {
    seal: (text) => {
      const content = Buffer.from(text)
      return Buffer.concat([macOf(content), content]).toString('base64url')
    },
    open: (cursor) => {
      const bytes = Buffer.from(cursor, 'base64url')
      if (bytes.length <= MAC_LENGTH || bytes.toString('base64url') !== cursor) return null
      const content = bytes.subarray(MAC_LENGTH)
      return timingSafeEqual(macOf(content), bytes.subarray(0, MAC_LENGTH)) ? content.toString() : null
    },
  }
}
