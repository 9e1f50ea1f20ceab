import { statfsSync } from 'node:fs'
import { OperatorError } from '@content-service/domain'
import type { Logger } from 'pino'

const MEBIBYTE = 1_048_576

/** As PostgreSQL says it (appendix A), so that it is told as it would be there. */
class DiskFull extends Error {
  override readonly name = 'DiskFull'
  readonly code = '53100'
}

interface Reserve {
  readonly directory: string
  readonly reserveMb: number
}

/** For whoever may write here, and not for root alone. */
const freeMb = (directory: string): number => {
  const { bavail, bsize } = statfsSync(directory)
  return Math.floor((bavail * bsize) / MEBIBYTE)
}

const told = ({ directory, reserveMb }: Reserve, free: number): string =>
  `${free} MiB are free on the disk of ${directory}, and DISK_RESERVE_MB is ${reserveMb}`

/** A start writes. @throws OperatorError. */
export const checkSpaceToStart = (reserve: Reserve): void => {
  const free = freeMb(reserve.directory)
  if (free < reserve.reserveMb)
    throw new OperatorError(`Only ${told(reserve, free)}. Free some space and start again.`)
}

/**
 * Refuses writes while the disk is nearly full, and says so once. PGlite does not survive a full one: it runs in circles
 * when it cannot add to its log, and the process with it, so that nothing is answered any more.
 */
export const refuseWhenFull = (reserve: Reserve, log: Logger | undefined): (() => void) => {
  let isFull = false
  return () => {
    const free = freeMb(reserve.directory)
    const wasFull = isFull
    isFull = free < reserve.reserveMb
    if (isFull && !wasFull)
      log?.error(`only ${told(reserve, free)}: the service writes nothing until more space is free`)
    if (!isFull && wasFull) log?.info(`${told(reserve, free)}: the service writes again`)
    if (isFull) throw new DiskFull(`Only ${told(reserve, free)}.`)
  }
}
