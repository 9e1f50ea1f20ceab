import type { Context } from '../context.ts'
import { nameAccount } from '../throttle.ts'
import { ContentError } from '../errors.ts'

const UNIQUE = ['username', 'email']

const revealsAccount = (error: unknown): boolean =>
  error instanceof ContentError &&
  error.code === 'CONFLICT' &&
  error.problems.some(({ path }) => UNIQUE.includes(String(path.at(-1))))

/**
 * C3.4: a taken username or address tells that somebody has an account. Whoever asks in this way is kept waiting as for
 * failed sign-ins: by the account that asks, or else by what is `asked` for, and by the address.
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
