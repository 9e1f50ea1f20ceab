import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** C7.3: `csk_`, 32 random bytes, and a checksum of both, in base62. */
const PREFIX = 'csk_'
const RANDOM_BYTES = 32
const RANDOM_LENGTH = 43
const CHECKSUM_LENGTH = 6
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const BASE = BigInt(ALPHABET.length)

const FORM = new RegExp(`^${PREFIX}[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`)

const encodeBase62 = (value: bigint, length: number): string => {
  let [text, rest] = ['', value]
  for (; rest > 0n; rest /= BASE) text = (ALPHABET[Number(rest % BASE)] as string) + text
  return text.padStart(length, '0')
}

const appendChecksum = (body: string): string => body + encodeBase62(BigInt(crc32(body)), CHECKSUM_LENGTH)

/** The text of a key from its random part. */
export const formatApiKey = (random: Uint8Array): string =>
  appendChecksum(PREFIX + encodeBase62(BigInt(`0x${Buffer.from(random).toString('hex')}`), RANDOM_LENGTH))

export const createApiKey = (): string => formatApiKey(randomBytes(RANDOM_BYTES))

/** Whether a text can be a key. The checksum detects typing mistakes without a look-up in the database. */
export const isApiKey = (text: string): boolean =>
  FORM.test(text) && appendChecksum(text.slice(0, -CHECKSUM_LENGTH)) === text
