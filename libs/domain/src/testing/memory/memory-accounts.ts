import type { AccountStore, TokenUse } from '../../users/credentials/account-store.ts'
import { withComputed } from '../../model/computed/computed-values.ts'
import { findType } from '../../model/types/find-type.ts'
import type { OneTimeToken } from '../../users/credentials/one-time-token.ts'
import { conflict } from '../../rules/errors.ts'
import type { UserId } from '../../rules/ids.ts'
import { User } from '../../users/user.ts'
import type { MemorySession } from './memory-session.ts'
import type { KeptToken, MemoryTables } from './memory-tables.ts'

/** Stores a token, which replaces the user's earlier token of the purpose unless several tokens may be valid. */
export const putToken = ({ oneTimeTokens }: MemoryTables, userId: UserId, token: OneTimeToken): void => {
  const { purpose } = token
  if (purpose !== 'password-reset') oneTimeTokens.remove({ userId, purpose })
  oneTimeTokens.put({ ...token, userId })
}

/** Whether a user has this text, without regard to case. */
export const hasText = (name: 'username' | 'email', text: string): ((user: User) => boolean) => {
  const wanted = text.toLowerCase()
  return (user) => user[name].toLowerCase() === wanted
}

const findValid = (
  { oneTimeTokens }: MemoryTables,
  user: UserId,
  { token, now }: TokenUse,
): KeptToken | null =>
  oneTimeTokens.find(
    ({ userId, digest, expiresAt }) => userId === user && digest === token && expiresAt > now,
  )

/** C12.4: the mail has proven the address; keys and second factors from before the confirmation end. */
const prove = ({ apiKeys, secondFactors }: MemoryTables, user: User, now: Date): User => {
  const emailConfirmedAt = user.emailConfirmedAt ?? now
  apiKeys.remove(({ ownerId, createdAt }) => ownerId === user.id && createdAt < emailConfirmedAt)
  secondFactors.remove(
    ({ userId, enabledAt }) => userId === user.id && (enabledAt === null || enabledAt < emailConfirmedAt),
  )
  return { ...user, emailConfirmedAt }
}

export const memoryAccounts = (session: MemorySession): AccountStore => {
  const { tables } = session
  const { users, oneTimeTokens, credentials } = tables
  const complete = (user: User): User => withComputed(findType(session.model, User), user)
  return {
    byEmail: async (email) => users.find(hasText('email', email)),
    addToken: async (userId, token, decide) => {
      const sent = oneTimeTokens.where({ userId, purpose: token.purpose })
      if (!decide(sent.map(({ createdAt }) => createdAt))) return false
      putToken(tables, userId, token)
      session.recordWrite('users', userId)
      return true
    },
    findOwner: async (digest, purposes, now) => {
      const isValid = ({ purpose, expiresAt }: KeptToken) => purposes.includes(purpose) && expiresAt > now
      const token = oneTimeTokens.find((each) => each.digest === digest && isValid(each))
      return (token && users.get(token.userId)) ?? null
    },
    setPassword: async (id, { token, now, passwordHash, tokensValidFrom }) => {
      const user = users.get(id)
      if (user === undefined) return false
      if (token !== undefined && findValid(tables, id, { token, now }) === null) return false
      credentials.put({ userId: id, hash: passwordHash })
      const next = { ...user, tokensValidFrom, pendingEmail: null }
      users.put(complete(token === undefined ? next : prove(tables, next, now)))
      oneTimeTokens.remove({ userId: id })
      session.recordWrite('users', id)
      return true
    },
    confirmEmail: async (id, use, decide) => {
      const [before, token] = [users.get(id), findValid(tables, id, use)]
      if (before === undefined || token === null) return false
      const after = complete(decide(before, token.purpose))
      const isTaken = hasText('email', after.email)
      if (users.find((user) => user.id !== id && isTaken(user)))
        throw conflict('This email address is taken.')
      users.put(after)
      const isChanged = after.email !== before.email
      oneTimeTokens.remove({ userId: id, ...(!isChanged && { digest: token.digest }) })
      session.recordChanges('users', [{ before, after }])
      return true
    },
    purgeTokens: async (expiredBy) => {
      oneTimeTokens.remove(({ expiresAt }) => expiresAt <= expiredBy)
      const hasNoCode = ({ id }: User) => oneTimeTokens.find({ userId: id, purpose: 'email-change' }) === null
      users.change(hasNoCode, { pendingEmail: null })
    },
  }
}
