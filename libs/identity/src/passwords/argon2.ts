import { Semaphore } from '@content-service/domain/internal/context'
import { argon2, randomBytes, timingSafeEqual, type Argon2Parameters } from 'node:crypto'
import { promisify } from 'node:util'

/** C3.1: the parameters of new hashes. Memory in KiB. */
export const PARAMETERS = { memory: 19_456, passes: 2, parallelism: 1 } as const

/** The most UTF-16 units of 256 characters (C3.1) before normalisation. */
const MOST_UNITS = 2_048

const TAG_LENGTH = 32
const NONCE_LENGTH = 16

type Cost = { readonly memory: number; readonly passes: number; readonly parallelism: number }

/**
 * All hashes of the process share its four threads. A hash takes 19 MiB and about 30 ms: the last hash in line waits
 * seconds.
 */
const hashes = new Semaphore({ running: 4, waiting: 400, name: 'passwords' })

const computeTag = (password: string, nonce: Buffer, cost: Cost, tagLength: number): Promise<Buffer> => {
  const parameters = { message: Buffer.from(password.normalize('NFC')), nonce, tagLength, ...cost }
  return hashes.run('all', () =>
    promisify<'argon2id', Argon2Parameters, Buffer>(argon2)('argon2id', parameters),
  )
}

const encodeUnpadded = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '')

const formatHash = (nonce: Buffer, tag: Buffer): string => {
  const { memory, passes, parallelism } = PARAMETERS
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encodeUnpadded(nonce)}$${encodeUnpadded(tag)}`
}

/** A hash that no password has. To check it costs as much as to check any other hash. */
export const DECOY_HASH = formatHash(Buffer.alloc(NONCE_LENGTH), Buffer.alloc(TAG_LENGTH))

/** The hash in the PHC string format: `$argon2id$v=19$m=19456,t=2,p=1$nonce$tag`. */
export const hashPassword = async (password: string): Promise<string> => {
  const nonce = randomBytes(NONCE_LENGTH)
  return formatHash(nonce, await computeTag(password, nonce, PARAMETERS, TAG_LENGTH))
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

const parseHash = (hash: string) => {
  const match = PHC.exec(hash)
  if (match === null) throw new Error('a stored password hash is not in the PHC format')
  const [, memory, passes, parallelism, nonce = '', tag = ''] = match
  const cost: Cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  return { cost, nonce: Buffer.from(nonce, 'base64'), tag: Buffer.from(tag, 'base64') }
}

/** The check of a password that is too long for any account costs as much as that of a wrong password. */
export const verifyPassword = async (password: string, hash: string): Promise<boolean> => {
  const { cost, nonce, tag } = parseHash(hash)
  const isTooLong = password.length > MOST_UNITS
  const isSame = timingSafeEqual(await computeTag(isTooLong ? '' : password, nonce, cost, tag.length), tag)
  return isSame && !isTooLong
}

/** Whether a hash has weaker parameters than new hashes. The next sign-in then makes a new hash (C3.1). */
export const isOutdated = (hash: string): boolean => {
  const { cost } = parseHash(hash)
  return cost.memory < PARAMETERS.memory || cost.passes < PARAMETERS.passes
}
