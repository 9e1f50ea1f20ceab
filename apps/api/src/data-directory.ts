import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { OperatorError } from '@content-service/domain'

export const LOCK_FILE = 'lock'
export const DATABASE_FOLDER = 'database'

/** Another process works on the directory. */
export class DirectoryInUse extends OperatorError {
  override readonly name = 'DirectoryInUse'

  constructor(directory: string) {
    super(
      `Another process of content-service uses ${directory}. Stop that process, set DATA_DIR to another folder, ` +
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
  const file = new DatabaseSync(join(directory, LOCK_FILE))
  try {
    file.exec('pragma locking_mode = exclusive; begin exclusive')
    return file
  } catch (error) {
    file.close()
    throw isBusy(error) ? new DirectoryInUse(directory) : error
  }
}

/** Makes the directory if need be, and holds it for this process alone. @throws DirectoryInUse. */
export const openDataDirectory = (path: string): DataDirectory => {
  const directory = resolve(path)
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const held = lock(directory)
  return {
    database: join(directory, DATABASE_FOLDER),
    release: () => held.close(),
  }
}
