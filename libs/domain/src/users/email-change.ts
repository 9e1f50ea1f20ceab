import { createOneTimeToken, type OneTimeToken } from './credentials/one-time-token.ts'
import { createCodeMail, createEmailChangeMail } from './credentials/mails.ts'
import { provePassword } from './credentials/prove-password.ts'
import type { Context } from '../context/context.ts'
import { conflict, ContentError } from '../rules/errors.ts'
import type { NewMail } from '../mails/mail-store.ts'
import { PRICES } from '../context/quota.ts'
import { isNarrowed } from './roles/role-grants.ts'
import type { User } from './user.ts'

/** C12.4: a sign-in is fresh for ten minutes. */
const FRESH_MS = 600_000

/** One mail to the new address, and one to the old address. */
const MAILS_OF_CHANGE = 2

const isFreshSignIn = (context: Context): boolean => {
  const { provenAt } = context.signIn
  return (
    provenAt !== null &&
    Math.abs(context.now().getTime() - provenAt.getTime()) < FRESH_MS &&
    !isNarrowed(context)
  )
}

/**
 * C12.4: only the owner of an account changes its address. An open screen or an API key of the owner is not enough.
 * @throws FORBIDDEN with advice; BAD_USER_INPUT and RATE_LIMITED for a wrong password.
 */
export const proveOwner = async (
  context: Context,
  owner: User,
  password: string | null | undefined,
): Promise<void> => {
  if (typeof password === 'string')
    return provePassword(context, owner, { field: 'currentPassword', password })
  if (!isFreshSignIn(context))
    throw new ContentError(
      'FORBIDDEN',
      'To change your email address, send your password as currentPassword, or sign in again and change it within 10 minutes.',
    )
}

/** A change of the caller's own address, after the caller has proven to be the owner. */
export interface ProvenEmailChange {
  readonly owner: User
  readonly newEmail: string
}

/** A proven change, ready to be stored: the code that confirms the new address, and the mails. */
export interface OwnEmailChange {
  /** Null if the composition needs no confirmation: then the address takes effect at once. */
  readonly code: OneTimeToken | null
  readonly mails: readonly NewMail[]
}

const createAddressMail = (
  { mailEncryption, settings }: Context,
  user: User,
  change: { readonly newEmail: string; readonly isPending: boolean },
): NewMail => mailEncryption.seal(createEmailChangeMail(user, { ...settings, ...change }), 'notice')

/** @throws CONFLICT if another user has the address; UNAVAILABLE if the service cannot send the code. */
export const prepareOwnChange = async (
  context: Context,
  { owner, newEmail }: ProvenEmailChange,
): Promise<OwnEmailChange> => {
  if (!context.settings.confirmsEmail) return { code: null, mails: [] }
  if (!context.mailer.isReady)
    throw new ContentError('UNAVAILABLE', 'This service cannot send mail. Its operator must set SMTP_URL.')
  const holder = await context.stores.accounts.byEmail(newEmail)
  if (holder !== null && holder.id !== owner.id)
    throw conflict('This email address is taken.', [{ path: ['email'], message: 'is taken' }])
  await context.quota.charge(MAILS_OF_CHANGE * PRICES.mail)
  const { text, digest } = context.secrets.token()
  const letter = createCodeMail(
    'email-change',
    { ...owner, email: newEmail },
    { ...context.settings, code: text },
  )
  return {
    code: createOneTimeToken('email-change', digest, context.now()),
    mails: [
      context.mailEncryption.seal(letter, 'wanted-code'),
      createAddressMail(context, owner, { newEmail, isPending: true }),
    ],
  }
}

/**
 * C12.4: a user's own new address waits for its confirmation, unless the composition needs none. An address that another
 * user sets takes effect at once. In all cases a mail informs the old address.
 */
export const settleEmail = (
  context: Context,
  {
    current,
    next,
    own,
  }: { readonly current: User; readonly next: User; readonly own: OwnEmailChange | null },
): { readonly next: User; readonly mails: readonly NewMail[] } => {
  if (next.email === current.email) return { next, mails: [] }
  if (current.id === context.caller.id) {
    if (own === null)
      throw conflict('Another request changed your email address at the same time. Try again.')
    if (own.code !== null)
      return { next: { ...next, email: current.email, pendingEmail: next.email }, mails: own.mails }
  }
  // Nobody vouches for an address that its user sets without a confirmation.
  const emailConfirmedAt = own === null ? (current.emailConfirmedAt ?? context.now()) : null
  const told = createAddressMail(context, current, { newEmail: next.email, isPending: false })
  return {
    next: { ...next, pendingEmail: null, emailConfirmedAt },
    mails: context.mailer.isReady ? [told] : [],
  }
}
