import type { TextSealer } from '@content-service/domain'
import { createSealer, type Sealer } from '../sealer.ts'
import { textSealer } from '../text-sealer.ts'
import { derivedKey } from './derived-key.ts'

/** What the service's secret has sealed can be read after ENCRYPTION_SECRET was set, too. */
export const sealerFor = (
  purpose: string,
  secret: string,
  { encryptionSecret = secret }: { readonly encryptionSecret: string | undefined },
): Sealer => createSealer([derivedKey(encryptionSecret, purpose), derivedKey(secret, purpose)])

/** What people are given to bring back: cursors of lists, links to exports, places in streams. One is never another. */
export const textSealerFor = (purpose: 'cursors' | 'links' | 'places', secret: string): TextSealer =>
  textSealer(derivedKey(secret, purpose))
