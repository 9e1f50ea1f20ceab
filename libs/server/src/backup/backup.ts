import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { OperatorError } from '@content-service/domain/internal/rules'
import { holdsDatabase, openEmbedded } from '@content-service/persistence'
import { create, extract } from 'tar'
import { DATABASE_FOLDER, hasDatabase, HOLDER_FILES, openDataDirectory } from '../storage/data-directory.ts'
import { refuseExisting } from '../storage/new-file.ts'

/** Whether a file belongs in a backup: all files except those of the lock. */
const belongsInBackup = (path: string): boolean =>
  !path.split('/').some((name) => HOLDER_FILES.includes(name))

const isEmpty = (directory: string): boolean => !existsSync(directory) || readdirSync(directory).length === 0

/**
 * Writes a data directory into one file, a tar.gz that only its owner can read. The directory is locked during the
 * backup, because a copy of changing files would not be consistent.
 * @throws OperatorError, and DirectoryInUse while the service runs.
 */
export const backUp = async (dataDir: string, file: string): Promise<void> => {
  refuseExisting(file)
  if (!hasDatabase(dataDir))
    throw new OperatorError(
      `There is no database in ${resolve(dataDir)}. Set DATA_DIR to the folder of the database.`,
    )
  const directory = openDataDirectory(dataDir)
  const unfinished = `${file}.unfinished`
  try {
    const archive = create({ cwd: dataDir, gzip: true, portable: true, filter: belongsInBackup }, ['.'])
    await pipeline(archive, createWriteStream(unfinished, { mode: 0o600, flush: true }))
    renameSync(unfinished, file)
  } finally {
    directory.release()
    rmSync(unfinished, { force: true })
  }
}

const unpack = async (file: string, folder: string): Promise<void> => {
  try {
    await pipeline(createReadStream(file), extract({ cwd: folder, strict: true }))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new OperatorError(`The file ${file} does not exist.`, { cause: error })
    throw new OperatorError(`${file} is not a complete backup of npx content-service backup.`, {
      cause: error,
    })
  }
}

/** Opens the database once, to check the backup. */
const check = async (folder: string, file: string): Promise<void> => {
  const database = join(folder, DATABASE_FOLDER)
  if (!holdsDatabase(database)) throw new OperatorError(`${file} is not a backup: it contains no database.`)
  await (await openEmbedded(database)).close()
}

/**
 * Restores a backup into a data directory that is empty or does not exist. A failure leaves the directory unchanged.
 * @throws OperatorError.
 */
export const restore = async (file: string, dataDir: string): Promise<void> => {
  if (!isEmpty(dataDir))
    throw new OperatorError(
      `${resolve(dataDir)} is not empty. Set DATA_DIR to a new folder, or move this folder away.`,
    )
  const folder = `${resolve(dataDir)}.unfinished`
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  try {
    await unpack(file, folder)
    await check(folder, file)
    if (existsSync(dataDir)) rmdirSync(dataDir)
    renameSync(folder, dataDir)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
