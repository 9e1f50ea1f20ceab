import { describeCaller } from './caller-shape.ts'
import type { Caller } from './content-policy.ts'
import type { Context } from './context.ts'
import { RateLimited } from './errors.ts'
import { OwnedEntries } from './owned-entries.ts'

/** The most plans, and the most plans that a principal has caused: no caller pushes out the plans of all others. */
const LIMITS = { all: 1_000, own: 200 }

/** The plan of a read, or null for a read without a plan. SEEN_ONCE is for a read that may never come again. */
interface Entry<Plan> {
  readonly plan: Plan | null
}

type Principal = number | string | null
type Plans<Plan> = OwnedEntries<Entry<Plan>, Principal>

const SEEN_ONCE = { plan: null }
const NO_PLAN = { plan: null }

/** All credentials of a user are one principal, and so are all anonymous callers. */
const findPrincipal = ({ id, client }: Caller): Principal => id ?? client ?? null

/**
 * The plans of a service by the rights of the caller and by a key. A plan is made when a read comes for the second
 * time, so that reads that never repeat cost nothing. Another policy and another database have other plans.
 */
export class PlanCache<Plan extends object> {
  readonly #policies = new WeakMap<object, WeakMap<object, Plans<Plan>>>()

  /** The plan, or null without a plan. Starts `make` in the background, and notes its result. */
  find(context: Context, name: string, make: () => Promise<Plan | null>): Plan | null {
    const { caller, policy } = context
    // Each version of a policy has its own list of permissions.
    const { permissions } = policy
    const plans = this.#findPlans(context)
    const key = `${describeCaller(caller)} ${name}`
    const entry = plans.get(key)
    const note = (entry: Entry<Plan>): void => plans.set(key, entry, findPrincipal(caller))
    if (entry === undefined) note(SEEN_ONCE)
    if (entry === SEEN_ONCE) {
      note(NO_PLAN)
      // The general way answers a read whose plan fails, and a plan that was made while the policy changed has no use.
      make().then(
        (plan) => policy.permissions === permissions && note({ plan }),
        // The plan of one caller serves others, so that a caller without quota leaves it to the next one.
        (error: unknown) => error instanceof RateLimited && note(SEEN_ONCE),
      )
    }
    return entry?.plan ?? null
  }

  #findPlans({ policy, stores }: Context): Plans<Plan> {
    const engines = this.#policies.get(policy.permissions) ?? new WeakMap<object, Plans<Plan>>()
    this.#policies.set(policy.permissions, engines)
    const { engine } = stores.reader
    const plans = engines.get(engine) ?? new OwnedEntries(LIMITS)
    engines.set(engine, plans)
    return plans
  }
}
