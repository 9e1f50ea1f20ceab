import type { TokenKeys } from '../tokens/token-keys.ts'
import { readOrCreateSecret } from './stored-secret.ts'

export interface SecretSettings {
  readonly jwtSecret: string | undefined
  readonly tokenKeys: TokenKeys | undefined
  readonly dataDir: string
}

/** The bytes of the private key, as a secret. */
const exportPrivateKey = ({ signing }: TokenKeys): string =>
  signing.sign.export({ type: 'pkcs8', format: 'der' }).toString('base64url')

/** The secret of all processes: from the settings, or from a directory, which production refuses (C10.2). */
export const readServiceSecret = ({ jwtSecret, tokenKeys, dataDir }: SecretSettings): string =>
  jwtSecret ?? (tokenKeys === undefined ? readOrCreateSecret(dataDir) : exportPrivateKey(tokenKeys))
