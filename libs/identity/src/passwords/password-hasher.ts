import { createTextRule } from '@content-service/domain/internal/rules'
import type { PasswordHasher } from '@content-service/domain/internal/users'
import type { CredentialStore } from './credential-store.ts'
import { DECOY_HASH, hashPassword, verifyPassword } from './argon2.ts'
import { isCommonPassword } from './common-passwords.ts'

/** C3.1: the least value of the setting. */
export const LEAST_PASSWORD_LENGTH = 8
export const DEFAULT_PASSWORD_LENGTH = 15
const MOST = 256

const findLengthProblem = (password: string, least: number): string | null => {
  try {
    createTextRule(least, MOST)(password)
    return null
  } catch (error) {
    return (error as Error).message
  }
}

/**
 * C3.1: the password is long enough, not common, and not the username or email; there are no rules about characters.
 */
export const createPasswordRule =
  (least: number = DEFAULT_PASSWORD_LENGTH): PasswordHasher['findProblem'] =>
  (password, { username, email }) => {
    const tooShort = findLengthProblem(password, least)
    if (tooShort !== null) return tooShort
    const lower = password.toLowerCase()
    if (lower === username.toLowerCase() || lower === email.toLowerCase())
      return 'must not be the username or email'
    return isCommonPassword(password) ? 'is too common; use a few unrelated words' : null
  }

/** The hashes of one list that wait at the same time, so that other requests also get their turn. */
const HASHES_AT_ONCE = 4

const hashAll = async (passwords: readonly string[]): Promise<readonly string[]> => {
  const hashes: string[] = []
  for (let start = 0; start < passwords.length; start += HASHES_AT_ONCE)
    hashes.push(...(await Promise.all(passwords.slice(start, start + HASHES_AT_ONCE).map(hashPassword))))
  return hashes
}

/** Checks and hashes passwords. A user without a password costs as much work as a user with one (C7.6). */
export const createPasswordHasher = (
  credentials: CredentialStore,
  findProblem: PasswordHasher['findProblem'] = createPasswordRule(),
): PasswordHasher => ({
  findProblem,
  hash: hashPassword,
  hashAll,
  verify: async ({ username }, password) => {
    const hash = (await credentials.findByLogin(username))?.passwordHash ?? null
    const isRight = await verifyPassword(password, hash ?? DECOY_HASH)
    return isRight && hash !== null
  },
})
