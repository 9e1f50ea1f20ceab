import { nameAccount } from '../../context/throttle.ts'
import type { Context } from '../../context/context.ts'
import { badValue } from '../../rules/errors.ts'
import type { User } from '../user.ts'

/**
 * C7.6: asks for the password, because another person can use a user's open screen. Wrong passwords count like failed
 * sign-ins. `field` is the member of the input with the password.
 * @throws BAD_USER_INPUT, RATE_LIMITED.
 */
export const provePassword = async (
  { throttle, passwords, origin }: Pick<Context, 'throttle' | 'passwords' | 'origin'>,
  user: User,
  { field, password }: { readonly field: string; readonly password: string },
): Promise<void> =>
  throttle.run({ account: nameAccount(user.id), address: origin.address }, async (attempt) => {
    if (await passwords.verify(user, password)) return attempt.recordSuccess()
    attempt.recordFailure()
    throw badValue([field], 'is not your password')
  })
