import type { TokenKeys } from '../tokens/token-keys.ts'
import { readOrCreateSecret } from './stored-secret.ts'

export interface SecretSettings {
  readonly jwtSecret: string | undefined
  readonly tokenKeys: TokenKeys | undefined
  readonly dataDir: string
}

/** What the private key says is as secret as it is itself. */
const exportPrivateKey = ({ signing }: TokenKeys): string =>
  signing.sign.export({ type: 'pkcs8', format: 'der' }).toString('base64url')

/** What all processes of the service share: set, or kept in a directory, which production refuses (C10.2). */
export const readServiceSecret = ({ jwtSecret, tokenKeys, dataDir }: SecretSettings): string =>
  jwtSecret ?? (tokenKeys === undefined ? readOrCreateSecret(dataDir) : exportPrivateKey(tokenKeys))
