import { randomInt } from 'node:crypto'
import type { MadeSecret } from '@content-service/domain'
import { digest } from '../secrets.ts'

/** Crockford's base32, without letters that look like digits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** 80 bits: too many to try, even with the digests. */
const LENGTH = 16
const GROUP = /.{4}(?!$)/g

const MISREAD: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' }

/** Room for a blank on both sides of each character. */
const MOST_TYPED = 3 * LENGTH

/** Accepts any letter case, blanks, hyphens, and letters in the place of similar digits. */
const normalizeCode = (code: string): string =>
  code
    .toUpperCase()
    .replaceAll(/[\s-]/g, '')
    .replaceAll(/[OIL]/g, (letter) => MISREAD[letter] ?? letter)

export const digestRecoveryCode = (code: string): string =>
  digest(`recovery code ${code.length > MOST_TYPED ? 'too long' : normalizeCode(code)}`)

/** Such as `7K2M-9QXR-4TBV-W0HD`. */
export const createRecoveryCode = (): MadeSecret => {
  const characters = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)])
  const text = characters.join('').replaceAll(GROUP, '$&-')
  return { text, digest: digestRecoveryCode(text) }
}
