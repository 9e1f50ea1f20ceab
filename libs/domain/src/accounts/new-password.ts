import type { Context } from '../context.ts'
import { InvalidValue } from '../errors.ts'
import { computeSessionEnd } from '../users/tokens.ts'
import type { User } from '../users/user.ts'
import type { PasswordChange } from './account-store.ts'

/** C3.1: what the password of somebody has to be. */
export const createPasswordRule =
  ({ passwords }: Pick<Context, 'passwords'>, owner: Pick<User, 'username' | 'email'>) =>
  (password: string): string => {
    const problem = passwords.findProblem(password, owner)
    if (problem !== null) throw new InvalidValue(problem)
    return password
  }

/** A password that was accepted, as it is kept, and what it ends: every session from before it (C3.6). */
export const createPasswordChange = async (
  { passwords, now }: Pick<Context, 'passwords' | 'now'>,
  password: string,
): Promise<PasswordChange> => {
  const changed = now()
  return {
    passwordHash: await passwords.hash(password),
    now: changed,
    tokensValidFrom: computeSessionEnd(changed),
  }
}
