import { createSealer, type Sealer } from '../sealer.ts'
import { derivedKey } from './derived-key.ts'

/** What the service's secret has sealed can be read after ENCRYPTION_SECRET was set, too. */
export const sealerFor = (
  purpose: string,
  secret: string,
  { encryptionSecret = secret }: { readonly encryptionSecret: string | undefined },
): Sealer => createSealer([derivedKey(encryptionSecret, purpose), derivedKey(secret, purpose)])
