import { toCaller, type User } from '@content-service/domain'
import {
  authenticate,
  readCredentialKind,
  type Authenticator,
  type Principal,
  type RequestHeaders,
} from './authenticate.ts'
import { badBasic } from './refusal.ts'

/** Who sent a request that goes on, as of now. @throws CredentialRefused once the credential is good no longer. */
export type Renewal = () => Promise<Principal>

const findAccount = async ({ caller }: Principal, { facts }: Authenticator): Promise<User> => {
  const user = caller.id === null ? null : await facts.user(caller.id)
  if (user === null || user.deleted || user.status !== 'ACTIVE') throw badBasic()
  return user
}

/** A password is not hashed again: that it has changed, or was to end what it began, the account tells (C3.6). */
const createPasswordRenewal = async (principal: Principal, by: Authenticator): Promise<Renewal> => {
  const { tokensValidFrom } = await findAccount(principal, by)
  return async () => {
    const account = await findAccount(principal, by)
    if (account.tokensValidFrom.getTime() !== tokensValidFrom.getTime()) throw badBasic()
    return { ...principal, caller: toCaller(account) }
  }
}

/** How to ask again who sent a request that has been let in, at the cost of a look at what is kept of the credential. */
export const createRenewal = async (
  headers: RequestHeaders,
  principal: Principal,
  by: Authenticator,
): Promise<Renewal> =>
  readCredentialKind(headers) === 'basic'
    ? createPasswordRenewal(principal, by)
    : () => authenticate(headers, { address: null }, by)
