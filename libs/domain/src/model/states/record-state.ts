import type { Permission } from '../../access/content-policy.ts'
import { isState, type StateField } from '../fields/field.ts'
import { namePermission, nameResource } from '../types/record-permissions.ts'
import type { RecordType } from '../types/record-type.ts'
import { PUBLISHED_AT } from './published-at.ts'
import { NO_SCHEDULE } from './schedule.ts'
import { findOwn, listMoves, listWorkflowActions, type Workflow } from './workflow.ts'
import { memoize } from '../../rules/memoize.ts'

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
export const findState: (type: RecordType) => StateAttribute | undefined = memoize(({ attributes }) => {
  for (const [name, field] of Object.entries(attributes)) if (isState(field)) return { name, field }
  return undefined
})

/** Undefined for a type whose states operations alone change. */
export const findWorkflow: (type: RecordType) => Workflowed | undefined = memoize((type) => {
  const state = findState(type)
  return state?.field.workflow ? { ...state, workflow: state.field.workflow } : undefined
})

const toPermission = ({ permissions }: RecordType, action: string): Permission =>
  namePermission(nameResource(permissions), action)

/** The permissions of a workflow, in the order of its declaration. */
const listPermissions = (type: RecordType): readonly Permission[] => {
  const found = findWorkflow(type)
  return found ? listWorkflowActions(found.workflow).map((action) => toPermission(type, action)) : []
}

/** C4.2: the permissions of which a caller needs one to change a record at all. */
export const listWaysToWrite: (type: RecordType) => readonly Permission[] = memoize((type) => [
  ...new Set([type.permissions.write, ...listPermissions(type)]),
])

/**
 * The permission to create a record in the state: null if the right to create is enough, and undefined if no new record can be in
 * the state.
 */
export const findInitialState = (type: RecordType, state: string): Permission | null | undefined => {
  const found = findWorkflow(type)
  const action = found && findOwn(found.workflow.initial, state)
  return typeof action === 'string' ? toPermission(type, action) : action && null
}

/** The permission to move a record; undefined if the workflow has no such transition. */
export const findTransition = (type: RecordType, from: string, to: string): Permission | undefined => {
  const found = findWorkflow(type)
  const action = found && findOwn(listMoves(found.workflow, from), to)
  return action === undefined ? undefined : toPermission(type, action)
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

/** C4.3: another state removes the schedule of a record. */
export const endSchedule = (type: RecordType, current: object, next: Values): Values => {
  const state = type.schedule === null ? undefined : findState(type)
  const to = state && next[state.name]
  return to === undefined || to === (current as Values)[state?.name ?? ''] ? {} : NO_SCHEDULE
}

/** The values of a record that another state changes. */
export const moveTo = (type: RecordType, current: object, to: string, now: Date): Values => {
  const state = findState(type)
  if (state === undefined) return {}
  const moved = { [state.name]: to }
  const published = datePublication(type, { ...current, ...moved }, now)
  return { ...moved, ...published, ...endSchedule(type, current, moved) }
}
