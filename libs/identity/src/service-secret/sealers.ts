import type { Signer } from '@content-service/domain/internal/reading'
import { createSealer, type Sealer } from '../secrets/sealer.ts'
import { createSigner } from '../secrets/signer.ts'
import { deriveKey } from './derive-key.ts'

/** After an operator sets ENCRYPTION_SECRET, the service still opens texts that it sealed with its own secret. */
export const createSealerFor = (
  purpose: string,
  secret: string,
  { encryptionSecret = secret }: { readonly encryptionSecret: string | undefined },
): Sealer => createSealer([deriveKey(encryptionSecret, purpose), deriveKey(secret, purpose)])

/** Signs texts that clients send back: cursors of lists, links to exports, places in streams. Each purpose has a key. */
export const createSignerFor = (purpose: 'cursors' | 'links' | 'places', secret: string): Signer =>
  createSigner(deriveKey(secret, purpose))
