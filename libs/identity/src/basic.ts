import type { User } from '@content-service/domain'
import { isUtf8 } from 'node:buffer'
import { DECOY_HASH, hashPassword, isOutdated, verifyPassword } from './passwords/argon2.ts'
import { badBasic } from './refusal.ts'
import type { CredentialStore } from './stores.ts'

const MAX_LENGTH = 4_096
const CONTROL = /[\u0000-\u001f\u007f]/ // eslint-disable-line no-control-regex -- RFC 7617 §2 forbids them

interface Pair {
  readonly login: string
  readonly password: string
}

/** The bytes that canonical base64 (RFC 4648 §3.5) of at most MAX_LENGTH says; null for any other text. */
const bytesOf = (credentials: string): Buffer | null => {
  const bytes = Buffer.from(credentials.slice(0, MAX_LENGTH), 'base64')
  return bytes.toString('base64') === credentials ? bytes : null
}

const decoded = (credentials: string): Pair | null => {
  const bytes = bytesOf(credentials)
  if (bytes === null || !isUtf8(bytes)) return null
  const text = bytes.toString('utf8')
  const colon = text.indexOf(':')
  return colon < 0 || CONTROL.test(text)
    ? null
    : { login: text.slice(0, colon), password: text.slice(colon + 1) }
}

/** Who has this login and password, rehashed when the parameters have risen (C3.1). Null when nobody has. */
export const signIn = async ({ login, password }: Pair, store: CredentialStore): Promise<User | null> => {
  const account = await store.byLogin(login)
  // An unknown account takes as long as a wrong password (C7.6).
  const hash = account?.passwordHash ?? DECOY_HASH
  const isRight = await verifyPassword(password, hash)
  if (!isRight || !account?.passwordHash) return null
  if (account.user.deleted || account.user.status !== 'ACTIVE') return null
  if (isOutdated(hash)) await store.rehash(account.user.id, hash, await hashPassword(password))
  return account.user
}

/** RFC 7617. @throws CredentialRefused UNAUTHENTICATED. */
export const authenticateBasic = async (credentials: string, store: CredentialStore): Promise<User> => {
  const pair = decoded(credentials)
  const user = pair && (await signIn(pair, store))
  if (!user) throw badBasic()
  return user
}
