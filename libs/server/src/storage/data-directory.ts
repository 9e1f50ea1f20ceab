import {
  accessSync,
  chmodSync,
  constants,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { OperatorError } from '@content-service/domain/internal/rules'
import { holdsDatabase } from '@content-service/persistence'

const LOCK_FILE = 'lock'
const PID_FILE = 'pid'
/** The files of the process that locks the directory. */
export const HOLDER_FILES: readonly string[] = [LOCK_FILE, PID_FILE]
export const DATABASE_FOLDER = 'database'

/** Whether the data directory has a complete database. */
export const hasDatabase = (dataDir: string): boolean => holdsDatabase(join(dataDir, DATABASE_FOLDER))

/** The error for a directory that another process uses. */
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

/** The process that locks the directory; null while that process starts. */
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
 * C10.3: an exclusive lock on the directory. SQLite uses file locks of the operating system, which end with the
 * process, so that a killed process leaves no lock behind.
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

const OTHERS = 0o007
/** A folder with one of these files is a data directory. */
const OURS: ReadonlySet<string> = new Set([LOCK_FILE, DATABASE_FOLDER])

const closeToOthers = (directory: string, mode: number): void => {
  try {
    chmodSync(directory, mode & 0o770)
  } catch (error) {
    throw new OperatorError(
      `Other accounts of this machine can read ${directory}, which has the content and the secrets of the service. ` +
        `Run as its owner: chmod o-rwx ${directory}`,
      { cause: error },
    )
  }
}

/**
 * Removes the permissions of other accounts from a directory of the service, and refuses a directory with other files.
 */
const keepFromOthers = (directory: string): void => {
  const { mode } = statSync(directory)
  if (process.platform === 'win32' || (mode & OTHERS) === 0) return
  const names = readdirSync(directory)
  if (names.length > 0 && !names.some((name) => OURS.has(name)))
    throw new OperatorError(
      `DATA_DIR is ${directory}. Other accounts of this machine can read it, and it contains files of other programs. ` +
        'Set DATA_DIR to a new directory.',
    )
  closeToOthers(directory, mode)
}

/** @throws OperatorError if the path is a file, or if this account cannot write there. */
const makeDirectory = (directory: string): void => {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    accessSync(directory, constants.W_OK)
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    const problem =
      code === 'EEXIST' || code === 'ENOTDIR'
        ? 'which is a file, or below a file. Set DATA_DIR to a folder.'
        : 'where this account cannot write. Set DATA_DIR to a folder of this account.'
    throw new OperatorError(`DATA_DIR is ${directory}, ${problem}`, { cause })
  }
}

/** Creates the directory if necessary, and locks it for this process. @throws DirectoryInUse. */
export const openDataDirectory = (path: string): DataDirectory => {
  const directory = resolve(path)
  makeDirectory(directory)
  keepFromOthers(directory)
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
