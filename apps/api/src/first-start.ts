import { randomInt } from 'node:crypto'
import { ContentError, newUser, username, type Stores, type User } from '@content-service/domain'
import { hashPassword, passwordKeeper } from '@content-service/identity'
import type { Settings } from './config.ts'

const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789'
const PASSWORD_LENGTH = 24
const DEFAULT_ADMIN_EMAIL = 'admin@example.org'

export interface FirstAdministrator {
  readonly user: User
  /** Undefined when the operator chose it. */
  readonly madePassword: string | undefined
}

const makePassword = (): string => Array.from({ length: PASSWORD_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

/** An operator's password has to pass the same rule as anybody's. */
const chosenPassword = (settings: Settings, email: string): string => {
  const password = settings.adminPassword ?? makePassword()
  const problem = passwordKeeper(settings.passwordMinLength).problemWith(password, { username: 'admin', email })
  if (problem !== null) throw new Error(`ADMIN_PASSWORD ${problem}`)
  return password
}

/**
 * The administrator of the first start; null when there is one already. Two processes that start at once make one:
 * the second finds the username taken.
 */
export const createFirstAdministrator = async (stores: Stores, settings: Settings, now: Date): Promise<FirstAdministrator | null> => {
  const email = settings.adminEmail ?? DEFAULT_ADMIN_EMAIL
  const password = chosenPassword(settings, email)
  try {
    const admin = newUser({ username: username('admin'), name: 'Administrator', email, role: 'ADMIN' }, now)
    const user = await stores.users.add(admin, await hashPassword(password))
    return { user, madePassword: settings.adminPassword === undefined ? password : undefined }
  } catch (error) {
    if (error instanceof ContentError && error.code === 'CONFLICT') return null
    throw error
  }
}
