import type { Context } from '../context/context.ts'
import { badValue, type ContentError } from '../rules/errors.ts'
import { createNextUser, type User } from '../users/user.ts'
import { canSignIn } from './account-operations.ts'
import { EMAIL_CODES, MAX_TOKEN_LENGTH, type TokenPurpose } from '../users/credentials/one-time-token.ts'

const badToken = (): ContentError => badValue(['token'], 'is wrong, used or expired')

/**
 * C12.4: a confirmed address keeps the time of its first confirmation, which decides the sessions that a reset ends.
 */
const confirmAddress = (current: User, now: Date): User => ({
  ...current,
  emailConfirmedAt: current.emailConfirmedAt ?? now,
})

/** The user after a mail has proven the address of a sign-up, or the new address. */
export const confirmUser = (current: User, purpose: TokenPurpose, now: Date): User => {
  const { pendingEmail } = current
  return purpose === 'email-change' && pendingEmail !== null
    ? createNextUser(
        current,
        { ...confirmAddress(current, now), email: pendingEmail, pendingEmail: null },
        now,
      )
    : confirmAddress(current, now)
}

/** `confirmEmail` (C12.4): confirms an address with the code of a sign-up or of a change of address, once. */
export const confirmEmail = async (context: Context, given: { readonly token: string }): Promise<void> => {
  if (given.token.length > MAX_TOKEN_LENGTH) throw badToken()
  const { accounts } = context.stores
  const [token, now] = [context.secrets.digest(given.token), context.now()]
  const user = await accounts.findOwner(token, EMAIL_CODES, now)
  if (!canSignIn(user)) throw badToken()
  const isDone = await accounts.confirmEmail(user.id, { token, now }, (current, purpose) =>
    confirmUser(current, purpose, now),
  )
  if (!isDone) throw badToken()
}
