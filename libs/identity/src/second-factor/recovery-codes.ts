import { randomInt } from 'node:crypto'
import type { MadeSecret } from '@content-service/domain'
import { digest } from '../secrets.ts'

/** Crockford's base32: no letter that is read as a digit. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** 80 bits: more than anybody tries, even with the digests in hand. */
const LENGTH = 16
const GROUP = /.{4}(?!$)/g

const MISREAD: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' }

/** Room for a blank on both sides of each character. */
const MOST_TYPED = 3 * LENGTH

/** A code however it was typed: in any case, with any blanks and hyphens, letters for the digits they look like. */
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
