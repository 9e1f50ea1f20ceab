import { nameAccount } from '../context/throttle.ts'
import { authorize, authorizeOnAll, requireUser, type PolicyContext } from '../access/access.ts'
import { demand } from '../actions/requirement.ts'
import type { MadeSecret } from '../api-keys/api-key-store.ts'
import type { Context, SecretParts, StoreContext } from '../context/context.ts'
import { badValue, conflict, ContentError, notFound } from '../rules/errors.ts'
import { parseUserId, type UserId } from '../rules/ids.ts'
import { actOnRecord, takeInput } from '../operations/run-operation.ts'
import type { User } from '../users/user.ts'
import { authorizeTakeover } from '../users/roles/role-grants.ts'
import { NOT_STRONGER } from '../users/user-actions.ts'
import {
  isEnabled,
  createPendingSecondFactor,
  type EnabledSecondFactor,
  type SecondFactor,
} from './second-factor.ts'
import { proveSecondFactor } from './prove-second-factor.ts'
import { spendOneTimeCode } from './use-code.ts'
import type { NewCodeSecret } from './second-factor-store.ts'

const RECOVERY_CODES = 10

/** The state of a second factor, as its user sees it. */
export interface SecondFactorState {
  /** Null while the second factor is off. */
  readonly enabledAt: Date | null
  readonly recoveryCodesLeft: number
}

/** The proof that the user changes the second factor, and not another person at the user's open screen. */
export interface SecondFactorCredentials {
  readonly password: string
  /** A code of the app, or a recovery code. */
  readonly code: string
}

/** The caller's own second factor, if the caller may write their own account. Returns the user's id. */
const authorizeSecondFactor = (context: PolicyContext): UserId => {
  const id = requireUser(context)
  authorize(context, 'users:write', { id })
  return id
}

/** C7.6: a wrong password or code here counts like a failed sign-in of the user. */
const throttleGuesses = <Result>(
  context: Context,
  user: UserId,
  work: () => Promise<Result>,
): Promise<Result> =>
  context.throttle.run({ account: nameAccount(user), address: context.origin.address }, async (attempt) => {
    try {
      return await work()
    } catch (error) {
      if (error instanceof ContentError && error.code === 'BAD_USER_INPUT') attempt.recordFailure()
      throw error
    }
  })

/** Checks the password, and returns its user. */
const checkPassword = async ({ stores, passwords }: Context, id: UserId, password: string): Promise<User> => {
  const user = await stores.users.get(id)
  if (user === null) throw notFound('user')
  if (!(await passwords.verify(user, password))) throw badValue(['password'], 'is not your password')
  return user
}

const createRecoveryCodes = ({ codes }: SecretParts): readonly MadeSecret[] =>
  Array.from({ length: RECOVERY_CODES }, () => codes.newRecoveryCode())

const listTexts = (made: readonly MadeSecret[]): readonly string[] => made.map(({ text }) => text)
const listDigests = (made: readonly MadeSecret[]): readonly string[] => made.map(({ digest }) => digest)

/** `secondFactor`: only the caller's own state, if the credential may read its account. */
export const readSecondFactor = async (context: StoreContext): Promise<SecondFactorState> => {
  const id = requireUser(context)
  authorize(context, 'users:read', { id })
  const factor = await context.stores.secondFactors.get(id)
  return isEnabled(factor)
    ? { enabledAt: factor.enabledAt, recoveryCodesLeft: factor.recoveryDigests.length }
    : { enabledAt: null, recoveryCodesLeft: 0 }
}

/** `enableSecondFactor`: a secret for the user's app. Sign-ins ask for a code only after `confirmSecondFactor`. */
export const enableSecondFactor = async (
  context: Context,
  { password }: Pick<SecondFactorCredentials, 'password'>,
): Promise<Pick<NewCodeSecret, 'secret' | 'uri'>> => {
  const id = authorizeSecondFactor(context)
  const user = await throttleGuesses(context, id, () => checkPassword(context, id, password))
  const { sealed, secret, uri } = context.codes.newSecret(id, user.username)
  await context.stores.secondFactors.change(id, (current) => {
    if (isEnabled(current)) throw conflict('The second factor is already on. Turn it off first.')
    return createPendingSecondFactor(id, sealed)
  })
  return { secret, uri }
}

/**
 * `confirmSecondFactor`: a code of the app enables the second factor and ends the user's other sessions, which began
 * without it (C12.13). Only this response contains the recovery codes.
 */
export const confirmSecondFactor = async (context: Context, code: string): Promise<readonly string[]> => {
  const id = authorizeSecondFactor(context)
  const recovery = createRecoveryCodes(context)
  const confirmed = (current: SecondFactor | null): SecondFactor => {
    if (current === null || isEnabled(current))
      throw conflict('There is no second factor to confirm. Call enableSecondFactor first.')
    const used = spendOneTimeCode(current, code, { codes: context.codes, now: context.now() })
    if (used === null) throw badValue(['code'], 'is not the code that your app shows now')
    return { ...used, enabledAt: context.now(), recoveryDigests: listDigests(recovery) }
  }
  await throttleGuesses(context, id, () =>
    context.stores.secondFactors.change(id, confirmed, context.signIn.session),
  )
  return listTexts(recovery)
}

/** Changes the caller's second factor after password and code have proven the caller. */
const changeProven = (
  context: Context,
  { password, code }: SecondFactorCredentials,
  change: (used: EnabledSecondFactor) => SecondFactor | null,
): Promise<void> => {
  const id = authorizeSecondFactor(context)
  const { codes, mailEncryption, settings, stores, now } = context
  return throttleGuesses(context, id, async () => {
    const owner = await checkPassword(context, id, password)
    if (!isEnabled(await stores.secondFactors.get(id))) throw conflict('The second factor is off.')
    const proof = { stores, codes, mailEncryption, baseUrl: settings.baseUrl, now: now() }
    if (!(await proveSecondFactor(owner, code, proof, change)))
      throw badValue(['code'], 'must be a current code of your app or an unused recovery code')
  })
}

/** `disableSecondFactor`. */
export const disableSecondFactor = async (
  context: Context,
  credentials: SecondFactorCredentials,
): Promise<void> => {
  await changeProven(context, credentials, () => null)
}

/** `renewRecoveryCodes`: ends the earlier recovery codes. */
export const renewRecoveryCodes = async (
  context: Context,
  credentials: SecondFactorCredentials,
): Promise<readonly string[]> => {
  const recovery = createRecoveryCodes(context)
  await changeProven(context, credentials, (used) => ({ ...used, recoveryDigests: listDigests(recovery) }))
  return listTexts(recovery)
}

/**
 * `removeSecondFactor`: removes the second factor of another user, who has lost the phone and the recovery codes. The
 * response does not show the second factor.
 */
export const removeSecondFactor = async (context: StoreContext, id: UserId | null): Promise<void> => {
  authorizeOnAll(context, 'users:write')
  const user = id && (await context.stores.users.get(id))
  if (!user) throw notFound('user')
  demand(context, [NOT_STRONGER], user)
  authorizeTakeover(context, user)
  if (user.id === context.caller.id)
    throw new ContentError('FORBIDDEN', 'To turn off your own second factor, send your password and a code.')
  await context.stores.secondFactors.change(user.id, (current) => {
    if (current === null) throw new ContentError('NOT_FOUND', 'This user has no second factor.')
    return null
  })
}

const showState = async (context: StoreContext) => {
  const state = await readSecondFactor(context)
  return { enabled: state.enabledAt !== null, ...state }
}

const resource = 'second-factors'
const access = 'users:write'
const declared = { resource, access, authorize: authorizeSecondFactor } as const

export const secondFactorOperations = {
  secondFactor: takeInput(showState, { resource, access: 'users:read' }),
  enableSecondFactor: takeInput(enableSecondFactor, { ...declared, hasSecret: true }),
  confirmSecondFactor: takeInput(
    (context: Context, { code }: Pick<SecondFactorCredentials, 'code'>) => confirmSecondFactor(context, code),
    { ...declared, hasSecret: true },
  ),
  disableSecondFactor: takeInput(disableSecondFactor, declared),
  renewRecoveryCodes: takeInput(renewRecoveryCodes, { ...declared, hasSecret: true }),
  removeSecondFactor: actOnRecord(parseUserId, removeSecondFactor, { resource, access }),
} as const
