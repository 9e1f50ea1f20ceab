import { describeCaller, nameCaller } from '../access/caller.ts'
import { RateLimited } from '../rules/errors.ts'
import type { PlanEntry } from '../reading/plan-cache.ts'
import type { ReaderContext } from './read-context.ts'

/** The entry of a read that may never come again. */
const SEEN_ONCE = { plan: null }
const NO_PLAN = { plan: null }

/**
 * The plans of one kind in the plan cache of a database, by the rights of the caller and by a name. A plan is made when a
 * read comes for the second time, so that reads that never repeat cost nothing.
 */
export class PlanKind<Plan extends object> {
  /** The plan, or null without a plan. Starts `make` in the background, and notes its result. */
  find(context: ReaderContext, name: string, make: () => Promise<Plan | null>): Plan | null {
    const { caller, policy, stores } = context
    const { permissions } = policy
    const { plans } = stores.reader
    const entries = plans.entriesFor(permissions)
    const key = `${plans.numberOf(this)} ${describeCaller(caller)} ${name}`
    const entry = entries.get(key)
    const note = (entry: PlanEntry): void => entries.set(key, entry, nameCaller(caller))
    if (entry === undefined) note(SEEN_ONCE)
    if (entry === SEEN_ONCE) {
      note(NO_PLAN)
      // A read whose plan fails runs without one, and a plan that was made while the policy changed has no use.
      make().then(
        (plan) => policy.permissions === permissions && note({ plan }),
        // The plan of one caller serves others, so that a caller without quota leaves it to the next one.
        (error: unknown) => error instanceof RateLimited && note(SEEN_ONCE),
      )
    }
    // Nobody else knows the number of the kind.
    return (entry?.plan as Plan | null | undefined) ?? null
  }
}
