import type { GiveBack, Quota } from './quota.ts'

interface Counting {
  readonly quota: Quota
}

/** A record is given back once, although each of the transactions around it fails. */
const createGiveBackOnce = (giveBack: GiveBack): GiveBack => {
  let given: Promise<void> | undefined
  return () => (given ??= giveBack())
}

/**
 * Runs work that may be taken back: the records of guests that it creates count only if it succeeds (C14.3). Each counts
 * while the work runs, so that concurrent requests cannot exceed the limit together.
 */
export const countCreated = async <C extends Counting, Result>(
  context: C,
  work: (context: C) => Promise<Result>,
): Promise<Result> => {
  const taken: GiveBack[] = []
  const admitGuestRecord = async () => {
    const giveBack = createGiveBackOnce(await context.quota.admitGuestRecord())
    taken.push(giveBack)
    return giveBack
  }
  try {
    return await work({ ...context, quota: { ...context.quota, admitGuestRecord } })
  } catch (error) {
    await Promise.all(taken.map((giveBack) => giveBack()))
    throw error
  }
}
