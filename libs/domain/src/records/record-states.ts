import { authorize, createRefusal, may, type PolicyContext } from '../access/access.ts'
import type { Permission } from '../access/content-policy.ts'
import { hideWithout, type Requirement, type Rule } from '../actions/requirement.ts'
import { isState, type StateField } from '../model/fields/field.ts'
import { PUBLISHED_AT } from '../model/states/published-at.ts'
import { findOwn, listMoves, listWorkflowActions, type Workflow } from '../model/states/workflow.ts'
import { namePermission, nameResource } from '../model/types/record-permissions.ts'
import type { RecordType } from '../model/types/record-type.ts'
import { ContentError } from '../rules/errors.ts'

type Values = Readonly<Record<string, unknown>>

/** The attribute with the state of a record, and its field. */
interface StateAttribute {
  readonly name: string
  readonly field: StateField
}

/** A type whose clients change the state. */
interface Workflowed extends StateAttribute {
  readonly workflow: Workflow
}

/** Undefined for a type without states. */
export const findState = ({ attributes }: RecordType): StateAttribute | undefined => {
  for (const [name, field] of Object.entries(attributes)) if (isState(field)) return { name, field }
  return undefined
}

/** Undefined for a type whose states operations alone change. */
const findWorkflow = (type: RecordType): Workflowed | undefined => {
  const state = findState(type)
  return state?.field.workflow ? { ...state, workflow: state.field.workflow } : undefined
}

const toPermission = ({ permissions }: RecordType, action: string): Permission =>
  namePermission(nameResource(permissions), action)

/** The permissions of a workflow, in the order of its declaration. */
const listPermissions = (type: RecordType): readonly Permission[] => {
  const found = findWorkflow(type)
  return found ? listWorkflowActions(found.workflow).map((action) => toPermission(type, action)) : []
}

/** C4.2: the permissions of which a caller needs one to change a record at all. */
export const listWaysToWrite = (type: RecordType): readonly Permission[] => [
  ...new Set([type.permissions.write, ...listPermissions(type)]),
]

/** C4.2: the first refusals of a change: NOT_FOUND for an unreadable record; FORBIDDEN for a caller without a way to change it. */
export const listChangeRequirements = (type: RecordType): readonly Requirement<object>[] => {
  const ways = listWaysToWrite(type)
  const { read, write } = type.permissions
  const hasWay: Requirement<object> = {
    holds: (context, record) => ways.some((permission) => may(context, permission, record)),
    refuse: (context) => createRefusal(context, write),
  }
  return [hideWithout(read, type), hasWay]
}

const refuseMove = (refusal: string, allowed: readonly string[]): ContentError =>
  new ContentError('INVALID_TRANSITION', `${refusal} Allowed: ${allowed.join(', ') || 'none'}.`)

/**
 * The permission to create a record in the state: null if the right to create is enough, and undefined if no new record can be in
 * the state.
 */
export const findInitialState = (type: RecordType, state: string): Permission | null | undefined => {
  const found = findWorkflow(type)
  const action = found && findOwn(found.workflow.initial, state)
  return typeof action === 'string' ? toPermission(type, action) : action && null
}

/** As `findInitialState`. @throws INVALID_TRANSITION with the initial states. */
export const requireInitialState = (type: RecordType, state: string): Permission | null => {
  const permission = findInitialState(type, state)
  if (permission !== undefined) return permission
  const allowed = Object.keys(findWorkflow(type)?.workflow.initial ?? {})
  throw refuseMove(`A new ${type.word} cannot be ${state}.`, allowed)
}

/** C17.1: refuses the state of a new record. @throws INVALID_TRANSITION, UNAUTHENTICATED, FORBIDDEN. */
export const authorizeInitialState = (context: PolicyContext, type: RecordType, record: object): void => {
  const found = findWorkflow(type)
  if (found === undefined) return
  const permission = requireInitialState(type, String((record as Values)[found.name]))
  if (permission !== null) authorize(context, permission, record)
}

/** The permission to move a record; undefined if the workflow has no such transition. */
export const findTransition = (type: RecordType, from: string, to: string): Permission | undefined => {
  const found = findWorkflow(type)
  const action = found && findOwn(listMoves(found.workflow, from), to)
  return action === undefined ? undefined : toPermission(type, action)
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
export const listNeeded = (type: RecordType, current: object, change: object): readonly Permission[] => {
  const found = findWorkflow(type)
  if (found === undefined) return [type.permissions.write]
  const { [found.name]: to, ...rest } = change as Values
  const from = (current as Values)[found.name]
  const transition = typeof to === 'string' ? findTransition(type, String(from), to) : undefined
  const writes = to === from || Object.values(rest).some((value) => value !== undefined)
  return [...(transition ? [transition] : []), ...(writes ? [type.permissions.write] : [])]
}

/** C4.3: the time of the first publication of a record that is in the published state; later publications keep it. */
export const datePublication = (type: RecordType, record: object, now: Date): Values => {
  const state = findState(type)
  const values = record as Values
  const published = state?.field.published ?? null
  const isPublished = published !== null && values[state?.name ?? ''] === published
  return isPublished ? { [PUBLISHED_AT]: values[PUBLISHED_AT] ?? now } : {}
}

/** The record in the state that it had before. */
export const keepState = <R>(type: RecordType, current: object, record: R): R => {
  const state = findState(type)
  return state === undefined ? record : { ...record, [state.name]: (current as Values)[state.name] }
}

/** The values of a record that another state changes. */
export const moveTo = (type: RecordType, current: object, to: string, now: Date): Values => {
  const state = findState(type)
  if (state === undefined) return {}
  const moved = { [state.name]: to }
  return { ...moved, ...datePublication(type, { ...current, ...moved }, now) }
}

/** The values of a change whose state, if another one, follows a transition. @throws INVALID_TRANSITION. */
export const withMove = (type: RecordType, current: object, values: Values, now: Date): Values => {
  const found = findWorkflow(type)
  const [to, from] = found ? [values[found.name], (current as Values)[found.name]] : []
  if (to === undefined || to === from) return values
  requireTransition(type, String(from), String(to))
  return { ...values, ...moveTo(type, current, String(to), now) }
}
