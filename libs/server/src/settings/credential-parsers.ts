import { readFileSync } from 'node:fs'
import { describeUnreadable, InvalidValue } from '@content-service/domain/internal/rules'
import { parseAddressSet, parsePemKeys, type AddressSet, type TokenKeys } from '@content-service/identity'
import type { ParseSetting } from './setting.ts'

export const noAddress: AddressSet = () => false

export const addressesOrNone: ParseSetting<AddressSet> = (given) =>
  given === 'none' ? noAddress : parseAddressSet(given)

const readKeys = (file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new Error(`is ${file}, which ${describeUnreadable(error)}`, { cause: error })
  }
}

/** C7.2: the keys of a PEM file. */
export const keyFile: ParseSetting<TokenKeys> = (file) => {
  const text = readKeys(file)
  try {
    return parsePemKeys(text)
  } catch (error) {
    throw new Error(`is not a usable key file: ${(error as Error).message}`, { cause: error })
  }
}

/** RFC 6749, appendix A.2; each character is a byte. An attacker with the hash could guess a shorter secret. */
const SECRET = /^[\u0020-\u007e]{32,256}$/

const MAKE_SECRET = `node -p 'crypto.randomBytes(32).toString("base64url")'`

export const clientSecret: ParseSetting<string> = (given) => {
  if (SECRET.test(given)) return given
  throw new InvalidValue(
    `must be 32 to 256 printable ASCII characters. To make a new secret, run: ${MAKE_SECRET}`,
  )
}
