import { accept } from '../rules/accept.ts'
import { authorizeOnAll, authorizeTakingPart, requireUser, type PolicyContext } from '../access/access.ts'
import type { Context, Stores, StoreContext, Clock } from '../context/context.ts'
import { badValue, ContentError } from '../rules/errors.ts'
import type { UserId } from '../rules/ids.ts'
import { computeSessionEnd } from '../users/tokens.ts'
import { addUnderFreeUsername } from '../users/sign-up/derived-username.ts'
import type { UserRole } from '../access/role-names.ts'
import { takeInput } from '../operations/run-operation.ts'
import { email } from '../rules/addresses.ts'
import { newUserRules, type User } from '../users/user.ts'
import { authorizeGrant } from '../users/roles/role-grants.ts'
import type { MailKind } from '../mails/mail-limit.ts'
import { throttleConflicts } from '../users/sign-up/throttle-conflicts.ts'
import { PRICES } from '../context/quota.ts'
import { createCodeMail } from '../users/credentials/mails.ts'
import { createPasswordChange, createPasswordRule } from '../users/credentials/new-password.ts'
import { provePassword } from '../users/credentials/prove-password.ts'
import {
  MAX_TOKEN_LENGTH,
  maySendAgain,
  createOneTimeToken,
  PASSWORD_CODES,
  type TokenPurpose,
} from '../users/credentials/one-time-token.ts'

export interface Invitation {
  readonly email: string
  readonly name?: string | undefined
  readonly role?: UserRole | undefined
}

type Recipient = Pick<User, 'name' | 'username' | 'email'>

/** C12.4: a stranger can ask for a reset; an invitation is for a signed-in person. */
const KINDS = {
  invitation: 'wanted-code',
  'password-reset': 'code',
} as const satisfies Partial<Record<TokenPurpose, MailKind>>

/** Stores whose next write enqueues a mail with the code. */
const withCodeMail = (
  { stores, mailEncryption, settings }: Context,
  purpose: keyof typeof KINDS,
  { to, code }: { readonly to: Recipient; readonly code: string },
): Stores =>
  stores.withMails([mailEncryption.seal(createCodeMail(purpose, to, { ...settings, code }), KINDS[purpose])])

/** Checks whether the caller may invite users with this role. */
const authorizeInvitation = (context: PolicyContext, role: UserRole): void => {
  authorizeOnAll(context, 'users:write')
  authorizeGrant(context, { roles: [role], permissions: [] })
}

/**
 * `inviteUser` (C3.8): creates an account without a password, and mails a code with which its owner sets one within 24
 * h.
 */
export const inviteUser = async (context: Context, given: Invitation): Promise<User> => {
  authorizeInvitation(context, given.role ?? 'READER')
  if (!context.mailer.isReady)
    throw new ContentError('UNAVAILABLE', 'This service cannot send mail. Its operator must set SMTP_URL.')
  await context.quota.charge(PRICES.mail)
  const { text, digest } = context.secrets.token()
  const token = createOneTimeToken('invitation', digest, context.now())
  return throttleConflicts(context, () =>
    addUnderFreeUsername(context, given, (invited) =>
      withCodeMail(context, 'invitation', { to: invited, code: text }).users.add(invited, null, token),
    ),
  )
}

export const canSignIn = (user: User | null): user is User =>
  user !== null && !user.deleted && user.status === 'ACTIVE'

const sendReset = async (context: Context, address: string): Promise<void> => {
  const user = await context.stores.accounts.byEmail(address)
  if (!canSignIn(user)) return
  const { text, digest } = context.secrets.token()
  const now = context.now()
  const token = createOneTimeToken('password-reset', digest, now)
  const { accounts } = withCodeMail(context, 'password-reset', { to: user, code: text })
  await accounts.addToken(user.id, token, (sent) => maySendAgain(sent, now))
}

/**
 * `requestPasswordReset` (C3.8): the response and its duration are the same with and without an account. The look-up of
 * the account happens after the response. A user who gets no mail can ask again.
 */
export const requestPasswordReset = async (
  context: Context,
  given: { readonly email: string },
): Promise<void> => {
  const accepted = accept({ email }, given)
  await context.quota.charge(PRICES.mail)
  context.runInBackground(() => sendReset(context, accepted.email))
}

const badToken = (): ContentError =>
  badValue(['token'], 'is wrong, used or expired; request a new code with requestPasswordReset')

/** `resetPassword` (C3.8): with the code of an invitation or a reset, once. */
export const resetPassword = async (
  context: Context,
  given: { readonly token: string; readonly password: string },
): Promise<void> => {
  if (given.token.length > MAX_TOKEN_LENGTH) throw badToken()
  const token = context.secrets.digest(given.token)
  const user = await context.stores.accounts.findOwner(token, PASSWORD_CODES, context.now())
  if (!canSignIn(user)) throw badToken()
  accept({ password: createPasswordRule(context, user) }, given)
  const change = await createPasswordChange(context, user, given.password)
  if (!(await context.stores.accounts.setPassword(user.id, { ...change, token }))) throw badToken()
}

/** The caller's own account, for operations that only its owner can run. */
const readOwnUser = async (context: StoreContext): Promise<User> => {
  authorizeTakingPart(context)
  const user = await context.stores.users.get(requireUser(context))
  if (user === null) throw new ContentError('UNAUTHENTICATED', 'The account of this credential is deleted.')
  return user
}

/**
 * `changePassword` (C3.8): a wrong current password counts like a failed sign-in. All sessions end, the caller's too.
 */
export const changePassword = async (
  context: Context,
  given: { readonly current: string; readonly next: string },
): Promise<void> => {
  const user = await readOwnUser(context)
  accept({ next: createPasswordRule(context, user) }, given)
  await provePassword(context, user, { field: 'current', password: given.current })
  await context.stores.accounts.setPassword(user.id, await createPasswordChange(context, user, given.next))
}

/** `signOutEverywhere` (C3.8): all sessions of the caller end; API keys stay valid. */
export const signOutEverywhere = async (context: StoreContext & Clock): Promise<void> => {
  authorizeTakingPart(context)
  const id: UserId = requireUser(context)
  const now = context.now()
  await context.stores.users.change(id, (current) => ({
    ...current,
    tokensValidFrom: computeSessionEnd(now, current),
  }))
}

const resource = 'users'
const anyone = { resource, access: 'anyone' } as const
const own = { resource, access: 'signed in' } as const

export const accountOperations = {
  inviteUser: takeInput(inviteUser, {
    resource,
    access: 'users:write',
    authorize: (context, { role = 'READER' }) => authorizeInvitation(context, role),
    rules: () => newUserRules(),
    shows: { permission: 'users:read' },
  }),
  requestPasswordReset: takeInput(requestPasswordReset, { ...anyone, rules: () => newUserRules() }),
  resetPassword: takeInput(resetPassword, anyone),
  changePassword: takeInput(changePassword, { ...own, authorize: authorizeTakingPart }),
  signOutEverywhere: takeInput(signOutEverywhere, own),
} as const
