import type { Context } from '../context/context.ts'
import { ContentError } from '../rules/errors.ts'
import { takeInput, type RunOperation } from './run-operation.ts'

/** The operation of C17.9: what the caller may do without a record. */
export type TypeActions = RunOperation<unknown, readonly string[]>

/** Checks whether the caller may create a record of some values. @throws UNAUTHENTICATED, FORBIDDEN. */
type Authorize = (context: Context) => unknown

const REFUSALS: ReadonlySet<string> = new Set(['UNAUTHENTICATED', 'FORBIDDEN'])

const isAllowed = (context: Context, authorize: Authorize): boolean => {
  try {
    authorize(context)
    return true
  } catch (error) {
    if (error instanceof ContentError && REFUSALS.has(error.code)) return false
    throw error
  }
}

/**
 * C17.9: `recipeActions`, the words of what the caller may do without a record. `authorizeCreation` is the check with which the
 * operation that creates a record begins.
 */
export const declareTypeActions = (resource: string, authorizeCreation: Authorize): TypeActions => ({
  ...takeInput(async (context) => (isAllowed(context, authorizeCreation) ? ['create'] : []), {
    resource,
    access: 'anyone',
  }),
  isReplicaSafe: true,
})
