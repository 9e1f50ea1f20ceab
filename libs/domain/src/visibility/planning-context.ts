import { createPlannedCaller, NotPlannable } from '../access/planned-caller.ts'
import type { ReaderContext } from './read-context.ts'

/** The parts of a context that are the same for all requests of callers of one shape. */
const KNOWN: ReadonlySet<string | symbol> = new Set(['policy', 'model', 'cursors', 'settings'])
const ABSENT: ReadonlySet<string | symbol> = new Set(['refusals'])

/**
 * A context for plans: the id of its caller and the time are references, and it has no stores. The plan of the response of a write also
 * reads the facts that a replay needs, which `response` collects.
 */
export const createPlanningContext = <C extends ReaderContext>(
  context: C,
  { response }: Pick<ReaderContext, 'response'> = {},
): C => {
  const caller = createPlannedCaller(context.caller)
  return new Proxy(context, {
    get: (_, name) => {
      if (name === 'caller') return caller
      if (name === 'response') return response
      if (ABSENT.has(name)) return undefined
      if (!KNOWN.has(name)) throw new NotPlannable(`A plan cannot depend on ${String(name)}.`)
      return context[name as keyof C]
    },
    has: () => true,
  })
}
