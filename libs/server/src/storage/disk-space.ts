import { statfsSync } from 'node:fs'
import { OperatorError } from '@content-service/domain/internal/rules'
import type { Logger } from 'pino'

const MEBIBYTE = 1_048_576

/** The error of a full disk. Its code is that of PostgreSQL (appendix A), so that both databases report it alike. */
class DiskFull extends Error {
  override readonly name = 'DiskFull'
  readonly code = '53100'
}

interface Reserve {
  readonly directory: string
  readonly reserveMb: number
}

/** The free space, without the space that is reserved for root. */
const freeMb = (directory: string): number => {
  const { bavail, bsize } = statfsSync(directory)
  return Math.floor((bavail * bsize) / MEBIBYTE)
}

const describeSpace = ({ directory, reserveMb }: Reserve, free: number): string =>
  `${free} MiB are free on the disk of ${directory}, and DISK_RESERVE_MB is ${reserveMb}`

/** The space for one segment of the write-ahead log, which the database needs to open. */
const LEAST_TO_OPEN_MB = 20

/** The space on the disk of an embedded database. */
export interface DiskSpace {
  isFull(): boolean
  /** @throws an error like that of PostgreSQL for a full disk. */
  checkWrite(): void
}

/** @throws OperatorError if there is not enough space to open the database for reading. */
export const checkSpaceToOpen = (reserve: Reserve, isMigrated: boolean): void => {
  const free = freeMb(reserve.directory)
  if (free >= reserve.reserveMb || (isMigrated && free >= LEAST_TO_OPEN_MB)) return
  throw new OperatorError(`Only ${describeSpace(reserve, free)}. Free some space and start again.`)
}

/**
 * Refuses writes while the disk is nearly full, and logs this once. On a full disk, PGlite loops for ever when it
 * cannot extend its log, which blocks the process.
 */
export const watchSpace = (reserve: Reserve, log: Logger | undefined): DiskSpace => {
  let wasFull = false
  const look = (): { readonly isFull: boolean; readonly free: number } => {
    const free = freeMb(reserve.directory)
    const isFull = free < reserve.reserveMb
    if (isFull && !wasFull)
      log?.error(`only ${describeSpace(reserve, free)}: the service writes nothing until more space is free`)
    if (!isFull && wasFull) log?.info(`${describeSpace(reserve, free)}: the service writes again`)
    wasFull = isFull
    return { isFull, free }
  }
  return {
    isFull: () => look().isFull,
    checkWrite: () => {
      const { isFull, free } = look()
      if (isFull) throw new DiskFull(`Only ${describeSpace(reserve, free)}.`)
    },
  }
}
