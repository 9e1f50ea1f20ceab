import { readFileSync } from 'node:fs'
import { wordSetting, type ParseSetting, type SettingsReader } from '@content-service/domain'
import { keysOfPem, SIGNING_ALGORITHMS, type TokenKeys } from './token-keys.ts'

const keyFile: ParseSetting<TokenKeys> = (file) => {
  try {
    return keysOfPem(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new Error(`is not a usable key file: ${(error as Error).message}`, { cause: error })
  }
}

/** C7.2: the keys of a file, or undefined where a secret signs. */
export const readTokenKeys = (given: SettingsReader): TokenKeys | undefined => {
  const algorithm = given.read('JWT_ALGORITHM', wordSetting(SIGNING_ALGORITHMS), undefined)
  const keys = given.read('JWT_PRIVATE_KEY_FILE', keyFile, undefined)
  if (keys === undefined && algorithm !== undefined && algorithm !== 'HS256')
    given.refuse(`JWT_ALGORITHM ${algorithm} needs JWT_PRIVATE_KEY_FILE`)
  if (keys !== undefined && algorithm !== undefined && algorithm !== keys.signing.algorithm)
    given.refuse(
      `JWT_ALGORITHM is ${algorithm}, but the first key of JWT_PRIVATE_KEY_FILE is for ${keys.signing.algorithm}`,
    )
  return keys
}
