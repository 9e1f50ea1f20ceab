import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Under its name once it is whole: a kill in between leaves no half of a secret, and of two makers one wins. */
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

/** The secret that is kept in a directory, made when there is none yet (C10.2). Processes may share it. */
export const readOrCreateSecret = (path: string): string => {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  const file = join(path, 'jwt-secret')
  if (!existsSync(file)) makeSecret(file)
  return readFileSync(file, 'utf8')
}
