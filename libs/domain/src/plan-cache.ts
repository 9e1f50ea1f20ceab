import { LRUCache } from 'lru-cache'
import { describeCaller } from './caller-shape.ts'
import type { Context } from './context.ts'

/** The plans of callers of one shape, and the shapes. */
const MOST_PLANS = 200
const MOST_SHAPES = 25

/** The plan of a read, or null for a read without a plan. SEEN_ONCE is for a read that may never come again. */
interface Entry<Plan> {
  readonly plan: Plan | null
}
type Plans<Plan> = LRUCache<string, Entry<Plan>>
type Shapes<Plan> = LRUCache<string, Plans<Plan>>

const SEEN_ONCE = { plan: null }
const NO_PLAN = { plan: null }

/**
 * The plans of a service by the rights of the caller and by a key. A plan is made when a read comes for the second
 * time, so that reads that never repeat cost nothing. Another policy and another database have other plans.
 */
export class PlanCache<Plan extends object> {
  readonly #policies = new WeakMap<object, WeakMap<object, Shapes<Plan>>>()

  /** The plan, or null without a plan. Starts `make` in the background, and notes its result. */
  find(context: Context, key: string, make: () => Promise<Plan | null>): Plan | null {
    const plans = this.#plansFor(context)
    const entry = plans.get(key)
    if (entry === undefined) plans.set(key, SEEN_ONCE)
    if (entry === SEEN_ONCE) {
      plans.set(key, NO_PLAN)
      // The general way answers a read whose plan fails.
      make().then(
        (plan) => plans.set(key, { plan }),
        () => undefined,
      )
    }
    return entry?.plan ?? null
  }

  #plansFor(context: Context): Plans<Plan> {
    const shapes = this.#shapesFor(context)
    const shape = describeCaller(context.caller)
    const plans = shapes.get(shape) ?? new LRUCache({ max: MOST_PLANS })
    shapes.set(shape, plans)
    return plans
  }

  #shapesFor({ policy, stores }: Context): Shapes<Plan> {
    const engines = this.#policies.get(policy.document) ?? new WeakMap<object, Shapes<Plan>>()
    this.#policies.set(policy.document, engines)
    const { engine } = stores.reader
    const shapes = engines.get(engine) ?? new LRUCache({ max: MOST_SHAPES })
    engines.set(engine, shapes)
    return shapes
  }
}
