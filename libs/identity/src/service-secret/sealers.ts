import type { Signer } from '@content-service/domain'
import { createSealer, type Sealer } from '../sealer.ts'
import { createSigner } from '../signer.ts'
import { deriveKey } from './derive-key.ts'

/** What the service's secret has sealed can be read after ENCRYPTION_SECRET was set, too. */
export const createSealerFor = (
  purpose: string,
  secret: string,
  { encryptionSecret = secret }: { readonly encryptionSecret: string | undefined },
): Sealer => createSealer([deriveKey(encryptionSecret, purpose), deriveKey(secret, purpose)])

/** What people are given to bring back: cursors of lists, links to exports, places in streams. One is never another. */
export const createSignerFor = (purpose: 'cursors' | 'links' | 'places', secret: string): Signer =>
  createSigner(deriveKey(secret, purpose))
