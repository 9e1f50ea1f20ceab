import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { OperatorError } from '@content-service/domain'

const LOCK_FILE = 'lock'
const PID_FILE = 'pid'
/** The files that belong to the process that holds the directory, and not to its content. */
export const HOLDER_FILES: readonly string[] = [LOCK_FILE, PID_FILE]
export const DATABASE_FOLDER = 'database'

/** Another process works on the directory. */
export class DirectoryInUse extends OperatorError {
  override readonly name = 'DirectoryInUse'

  constructor(directory: string) {
    const pid = readHolder(directory)
    const kill = pid === null ? '' : `, or run: kill ${pid}`
    super(
      `Another process of content-service uses ${directory}. Stop that process first (press Ctrl-C in its terminal${kill}), ` +
        'run this command again, and start the service again. Several processes can use a PostgreSQL at the same time: ' +
        'set DATABASE_URL for that.',
    )
  }
}

/** The process that holds the directory, or null while that process starts. */
const readHolder = (directory: string): string | null => {
  try {
    return /^\d+$/.exec(readFileSync(join(directory, PID_FILE), 'utf8'))?.[0] ?? null
  } catch {
    return null
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
  const pidFile = join(directory, PID_FILE)
  writeFileSync(pidFile, String(process.pid))
  return {
    database: join(directory, DATABASE_FOLDER),
    release: () => {
      rmSync(pidFile, { force: true })
      held.close()
    },
  }
}
