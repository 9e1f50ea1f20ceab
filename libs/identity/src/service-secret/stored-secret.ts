import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Links the complete file to its name: a kill leaves no partial secret, and of two processes one wins. */
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

/** The secret in a directory, or a new secret (C10.2). Processes may share the directory. */
export const readOrCreateSecret = (path: string): string => {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  const file = join(path, 'jwt-secret')
  if (!existsSync(file)) makeSecret(file)
  return readFileSync(file, 'utf8')
}
