import { createHmac, createSecretKey } from 'node:crypto'
import type { KeyedHash } from '@content-service/domain/internal/context'

export const createKeyedHash = (key: Uint8Array): KeyedHash => {
  // From bytes, Node would create a key for each hash, which takes five times as long as the hash.
  const secret = createSecretKey(key)
  return (...parts) => createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url')
}
