import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeUnreadable, OperatorError } from '@content-service/domain/internal/rules'
import type { TokenKeys } from '../tokens/token-keys.ts'

/**
 * Links the complete file to its name: a killed process leaves no partial secret, and of two processes one succeeds.
 */
const makeSecret = (file: string): void => {
  const own = `${file}.${process.pid}`
  writeFileSync(own, randomBytes(48).toString('base64url'), { mode: 0o600 })
  try {
    linkSync(own, file)
  } catch (error) {
    if ((error as { readonly code?: string }).code !== 'EEXIST') throw error
  } finally {
    rmSync(own)
  }
}

/** The file of the secret in a data directory. */
export const SECRET_FILE = 'jwt-secret'

/** The secret in a directory, or a new secret (C10.2). Processes may share the directory. @throws OperatorError. */
export const readOrCreateSecret = (path: string): string => {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  const file = join(path, SECRET_FILE)
  if (!existsSync(file)) makeSecret(file)
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new OperatorError(
      `The file ${file}, which has the secret of the service, ${describeUnreadable(error)}.`,
      { cause: error },
    )
  }
}

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
