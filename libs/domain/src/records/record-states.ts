import { createRefusal, may } from '../access/access.ts'
import type { Permission } from '../access/content-policy.ts'
import type { Requirement, Rule } from '../actions/requirement.ts'
import {
  findInitialState,
  findState,
  findTransition,
  findWorkflow,
  listWaysToWrite,
  moveTo,
} from '../model/states/record-state.ts'
import { listMoves } from '../model/states/workflow.ts'
import type { RecordType } from '../model/types/record-type.ts'
import { ContentError } from '../rules/errors.ts'
import { memoize } from '../rules/memoize.ts'
import { findForWrite } from './deletion/requirements.ts'

type Values = Readonly<Record<string, unknown>>

/** C4.2: the first refusals of a change: NOT_FOUND for an unreadable record; FORBIDDEN for a caller without a way to change it. */
export const listChangeRequirements: (type: RecordType) => readonly Requirement<object>[] = memoize(
  (type) => {
    const ways = listWaysToWrite(type)
    const { write } = type.permissions
    const hasWay: Requirement<object> = {
      holds: (context, record) => ways.some((permission) => may(context, permission, record)),
      refuse: (context) => createRefusal(context, write),
    }
    return [findForWrite(type), hasWay]
  },
)

const refuseMove = (refusal: string, allowed: readonly string[]): ContentError =>
  new ContentError('INVALID_TRANSITION', `${refusal} Allowed: ${allowed.join(', ') || 'none'}.`)

/** As `findInitialState`. @throws INVALID_TRANSITION with the initial states. */
export const requireInitialState = (type: RecordType, state: string): Permission | null => {
  const permission = findInitialState(type, state)
  if (permission !== undefined) return permission
  const allowed = Object.keys(findWorkflow(type)?.workflow.initial ?? {})
  throw refuseMove(`A new ${type.word} cannot be ${state}.`, allowed)
}

/** C17.1: the permission that the state of a new record needs beside the right to create. @throws INVALID_TRANSITION. */
export const findNeededToBegin = (type: RecordType, record: object): Permission | null => {
  const found = findWorkflow(type)
  return found === undefined ? null : requireInitialState(type, String((record as Values)[found.name]))
}

/** The permission to move a record. @throws INVALID_TRANSITION with the next states. */
export const requireTransition = (type: RecordType, from: string, to: string): Permission => {
  const permission = findTransition(type, from, to)
  if (permission !== undefined) return permission
  const found = findWorkflow(type)
  const next = found ? Object.keys(listMoves(found.workflow, from)) : []
  throw refuseMove(`The workflow has no transition from ${from} to ${to}.`, next)
}

/** C12.8: the workflow leads to the state, and the caller has the permission of the move. */
export const canMove = (type: RecordType, to: string): Rule<Values> => ({
  holds: (context, record) => {
    const permission = findTransition(type, String(record[findState(type)?.name ?? '']), to)
    return permission !== undefined && may(context, permission, record)
  },
})

/**
 * C4.2: the permissions on the record that a change needs: that of the transition for another state, and the right to write for
 * another value or for the same state.
 */
export const listNeededPermissions = (
  type: RecordType,
  current: object,
  change: object,
): readonly Permission[] => {
  const found = findWorkflow(type)
  if (found === undefined) return [type.permissions.write]
  const { [found.name]: to, ...rest } = change as Values
  const from = (current as Values)[found.name]
  const transition = typeof to === 'string' ? findTransition(type, String(from), to) : undefined
  const writes = to === from || Object.values(rest).some((value) => value !== undefined)
  return [...(transition ? [transition] : []), ...(writes ? [type.permissions.write] : [])]
}

/** The values of a change whose state, if another one, follows a transition. @throws INVALID_TRANSITION. */
export const withMove = (type: RecordType, current: object, values: Values, now: Date): Values => {
  const found = findWorkflow(type)
  const [to, from] = found ? [values[found.name], (current as Values)[found.name]] : []
  if (to === undefined || to === from) return values
  requireTransition(type, String(from), String(to))
  return { ...values, ...moveTo(type, current, String(to), now) }
}
