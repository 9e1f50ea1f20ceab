import { type User } from '@content-service/domain'
import { toCaller } from '@content-service/domain/internal/users'
import {
  authenticate,
  readCredentialKind,
  type Authenticator,
  type Principal,
  type RequestHeaders,
} from './authenticate.ts'
import { badBasic } from '../refusals/refusal.ts'

/** Authenticates the sender of a long request again. @throws CredentialRefused when the credential has ended. */
export type Renewal = () => Promise<Principal>

const findAccount = async ({ caller }: Principal, { facts }: Authenticator): Promise<User> => {
  const user = caller.id === null ? null : await facts.user(caller.id)
  if (user === null || user.deleted || user.status !== 'ACTIVE') throw badBasic()
  return user
}

/** Does not hash the password again: `tokensValidFrom` shows that the password or the sessions have ended (C3.6). */
const createPasswordRenewal = async (principal: Principal, by: Authenticator): Promise<Renewal> => {
  const { tokensValidFrom } = await findAccount(principal, by)
  return async () => {
    const account = await findAccount(principal, by)
    if (account.tokensValidFrom.getTime() !== tokensValidFrom.getTime()) throw badBasic()
    return { ...principal, caller: toCaller(account) }
  }
}

/** Creates the renewal of an admitted request. Each renewal costs one read of the credential's record. */
export const createRenewal = async (
  headers: RequestHeaders,
  principal: Principal,
  by: Authenticator,
): Promise<Renewal> =>
  readCredentialKind(headers) === 'basic'
    ? createPasswordRenewal(principal, by)
    : () => authenticate(headers, { address: null }, by)
