import type { User } from '@content-service/domain'
import { hashPassword, isOutdated, verifyPassword } from './passwords/argon2.ts'
import { badBasic } from './refusal.ts'
import type { CredentialStore } from './stores.ts'

const MAX_LENGTH = 4_096
const CONTROL = /[\u0000-\u001f\u007f]/ // eslint-disable-line no-control-regex -- RFC 7617 §2 forbids them

interface Pair {
  readonly login: string
  readonly password: string
}

const decoded = (credentials: string): Pair | null => {
  if (credentials.length > MAX_LENGTH || !/^[A-Za-z0-9+/]+={0,2}$/.test(credentials)) return null
  const text = Buffer.from(credentials, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  return colon < 0 || CONTROL.test(text)
    ? null
    : { login: text.slice(0, colon), password: text.slice(colon + 1) }
}

/** Checked when there is nobody to check, so that an unknown account takes as long as a wrong password (C7.6). */
let decoy: Promise<string> | undefined
const decoyHash = (): Promise<string> => (decoy ??= hashPassword('nobody has this password'))

/** Who has this login and password, rehashed when the parameters have risen (C3.1). Null when nobody has. */
export const signIn = async ({ login, password }: Pair, store: CredentialStore): Promise<User | null> => {
  const account = await store.byLogin(login)
  const hash = account?.passwordHash ?? (await decoyHash())
  const isRight = await verifyPassword(password, hash)
  if (!isRight || !account?.passwordHash) return null
  if (account.user.deleted || account.user.status !== 'ACTIVE') return null
  if (isOutdated(hash)) await store.replacePasswordHash(account.user.id, await hashPassword(password))
  return account.user
}

/** RFC 7617. @throws CredentialRefused UNAUTHENTICATED. */
export const authenticateBasic = async (credentials: string, store: CredentialStore): Promise<User> => {
  const pair = decoded(credentials)
  const user = pair && (await signIn(pair, store))
  if (!user) throw badBasic()
  return user
}
