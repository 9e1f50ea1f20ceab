import { createHmac } from 'node:crypto'
import type { KeyedHash } from '@content-service/domain'

export const createKeyedHash =
  (key: Uint8Array): KeyedHash =>
  (...parts) =>
    createHmac('sha256', key).update(JSON.stringify(parts)).digest('base64url')
