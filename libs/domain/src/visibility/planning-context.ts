import { type Reference, subject } from '@content-service/authz'
import type { Caller } from '../access/content-policy.ts'
import type { UserId } from '../rules/ids.ts'
import type { ReferenceValues } from '../reading/reading.ts'
import type { ReaderContext } from './read-context.ts'

/** The reference to the id of the caller in the conditions of a plan. */
const CALLER_ID: Reference = subject<{ caller: UserId }>().caller

/** Thrown where a plan would need a fact that is known only with the request. */
export class NotPlannable extends Error {}

/** The values of a request for the references of a plan. */
export const bindCaller = ({ id }: Caller, others: ReferenceValues): ReferenceValues => ({
  ...others,
  [CALLER_ID.subject]: id,
})

/** The parts of a context that are the same for all requests of callers of one shape. */
const KNOWN: ReadonlySet<string | symbol> = new Set(['policy', 'model', 'cursors', 'settings'])
const ABSENT: ReadonlySet<string | symbol> = new Set(['refusals'])

/**
 * A context for plans: the id of its caller is a reference, and it has no stores. The plan of the response of a write also
 * reads the facts that a replay needs, which `response` collects.
 */
export const createPlanningContext = <C extends ReaderContext>(
  context: C,
  { response }: Pick<ReaderContext, 'response'> = {},
): C => {
  const { caller } = context
  // A condition with a reference is valid wherever a condition with the id is.
  const id = caller.id === null ? null : (CALLER_ID as unknown as UserId)
  const shape: Caller = { ...caller, id }
  return new Proxy(context, {
    get: (_, name) => {
      if (name === 'caller') return shape
      if (name === 'response') return response
      if (ABSENT.has(name)) return undefined
      if (!KNOWN.has(name)) throw new NotPlannable(`A plan cannot depend on ${String(name)}.`)
      return context[name as keyof C]
    },
    has: () => true,
  })
}
