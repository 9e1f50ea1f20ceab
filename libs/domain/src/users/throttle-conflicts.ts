import type { Context } from '../context.ts'
import { nameAccount } from '../throttle.ts'
import { ContentError } from '../errors.ts'

const UNIQUE = ['username', 'email']

const revealsAccount = (error: unknown): boolean =>
  error instanceof ContentError &&
  error.code === 'CONFLICT' &&
  error.problems.some(({ path }) => UNIQUE.includes(String(path.at(-1))))

/**
 * C3.4: a taken username or address reveals that a user has an account. The throttle counts each conflict like a failed
 * sign-in, by the address of the caller and by the caller's account. For a caller without an account, `asked` names it.
 */
export const throttleConflicts = <Result>(
  { throttle, caller, origin }: Pick<Context, 'throttle' | 'caller' | 'origin'>,
  asked: string,
  work: () => Promise<Result>,
): Promise<Result> => {
  const account = caller.id === null ? asked : `conflicts of ${nameAccount(caller.id)}`
  return throttle.run({ account, address: origin.address }, async (attempt) => {
    try {
      return await work()
    } catch (error) {
      if (revealsAccount(error)) attempt.recordFailure()
      throw error
    }
  })
}
