import { mayOnAll } from '../../access/access.ts'
import type { Context } from '../../context/context.ts'
import { nameAccount, type ThrottleSubject } from '../../context/throttle.ts'
import { ContentError } from '../../rules/errors.ts'

const UNIQUE = ['username', 'email']

const revealsAccount = (error: unknown): boolean =>
  error instanceof ContentError &&
  error.code === 'CONFLICT' &&
  error.problems.some(({ path }) => UNIQUE.includes(String(path.at(-1))))

/** The callers without a user or client are strangers. */
const findSubject = (
  { caller, origin }: Pick<Context, 'caller' | 'origin'>,
  signUp: string,
): ThrottleSubject => {
  if (caller.id !== null) return { account: `conflicts of ${nameAccount(caller.id)}`, address: null }
  if (caller.client !== undefined) return { account: `conflicts of client ${caller.client}`, address: null }
  return { account: `sign-up:${signUp}`, address: origin.address, purpose: 'sign-ups' }
}

/**
 * C3.4, C15.6: a taken username or address reveals that a user has an account. The throttle counts the conflicts of a
 * signed-in caller on its account alone. Those of a stranger count for the email address of the sign-up and for the
 * network address, whose wait holds for sign-ups alone. Who reads all users learns nothing from a conflict.
 */
export const throttleConflicts = <Result>(
  context: Pick<Context, 'throttle' | 'caller' | 'origin' | 'policy'>,
  work: () => Promise<Result>,
  signUp = '',
): Promise<Result> => {
  if (mayOnAll(context, 'users:read')) return work()
  return context.throttle.run(findSubject(context, signUp), async (attempt) => {
    try {
      return await work()
    } catch (error) {
      if (revealsAccount(error)) attempt.recordFailure()
      throw error
    }
  })
}
