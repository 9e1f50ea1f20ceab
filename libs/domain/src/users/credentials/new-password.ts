import type { Context } from '../../context/context.ts'
import { InvalidValue } from '../../rules/errors.ts'
import { computeSessionEnd } from '../tokens.ts'
import type { User } from '../user.ts'
import type { PasswordChange } from './account-store.ts'

/** C3.1: the rule of a user's password. */
export const createPasswordRule =
  ({ passwords }: Pick<Context, 'passwords'>, owner: Pick<User, 'username' | 'email'>) =>
  (password: string): string => {
    const problem = passwords.findProblem(password, owner)
    if (problem !== null) throw new InvalidValue(problem)
    return password
  }

/** The hash of an accepted password, and the time that ends all earlier sessions (C3.6). */
export const createPasswordChange = async (
  { passwords, now }: Pick<Context, 'passwords' | 'now'>,
  owner: User,
  password: string,
): Promise<PasswordChange> => {
  const changed = now()
  return {
    passwordHash: await passwords.hash(password),
    now: changed,
    tokensValidFrom: computeSessionEnd(changed, owner),
  }
}
