import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { OperatorError } from '@content-service/domain'

/** Another process works on the directory. */
export class DirectoryInUse extends OperatorError {
  override readonly name = 'DirectoryInUse'

  constructor(directory: string) {
    super(
      `${directory} is in use by another process of content-service. Stop that one first, set DATA_DIR to another folder, ` +
        'or set DATABASE_URL to a PostgreSQL, which several processes can share.',
    )
  }
}

export interface DataDirectory {
  readonly database: string
  release(): void
}

const isBusy = (error: unknown): boolean => /database is locked/.test(String(error))

/**
 * C10.3: an exclusive lock on the directory. SQLite's file locks are the operating system's: they end with the
 * process, however it ends, so that a kill -9 leaves nothing to clean up.
 */
const lock = (directory: string): DatabaseSync => {
  const file = new DatabaseSync(join(directory, 'lock'))
  try {
    file.exec('pragma locking_mode = exclusive; begin exclusive')
    return file
  } catch (error) {
    file.close()
    throw isBusy(error) ? new DirectoryInUse(directory) : error
  }
}

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
export const secretIn = (path: string): string => {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  const file = join(path, 'jwt-secret')
  if (!existsSync(file)) makeSecret(file)
  return readFileSync(file, 'utf8')
}

/** Makes the directory if need be, and holds it for this process alone. @throws DirectoryInUse. */
export const openDataDirectory = (path: string): DataDirectory => {
  const directory = resolve(path)
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const held = lock(directory)
  return {
    database: join(directory, 'database'),
    release: () => held.close(),
  }
}
