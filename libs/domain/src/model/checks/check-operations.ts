import { isMany, isState } from '../fields/field.ts'
import { findWorkflow } from '../states/record-state.ts'
import { OWN_VERBS } from '../states/state-events.ts'
import { listWorkflowActions, type Workflow } from '../states/workflow.ts'
import { hidesTrash } from '../trash/trash.ts'
import { nameResource } from '../types/record-permissions.ts'
import type { RecordType } from '../types/record-type.ts'
import { checkFieldNames, checkFieldsValues } from './check-fields.ts'
import { checkAbout } from './check-values.ts'
import { problem } from './model-problem.ts'

/** The name of an operation or of an action. */
export const VERB = /^[a-z][A-Za-z0-9]{0,40}$/

/** The operations that every type has. */
const STANDARD_VERBS = ['create', 'update', 'upsert', 'delete']
/** The operations of the schedule of a type, and those of its trash and of its likes. */
const SCHEDULE_VERBS = ['schedule', 'unschedule']
const TRASH_VERBS = ['restore', 'purge']
const LIKE_VERBS = ['like', 'unlike']
/** The address of a draft, and the words of what a user does to it. */
const DRAFT_VERBS = ['draft', 'saveDraft', 'applyDraft', 'discardDraft']
/** The arguments that every operation has. */
const OWN_ARGUMENTS = ['id', 'version']

/** The names, permissions and inputs of the operations of a type. */
export const checkOperations = (type: RecordType, actions: ReadonlySet<string>): readonly string[] => {
  const { name, operations, permissions, schedule } = type
  return Object.entries(operations).flatMap(([verb, { about, permission, input, event, problems }]) => [
    ...problem(!VERB.test(verb), `${name}.${verb}: the name of an operation must be camelCase`),
    ...problem(
      STANDARD_VERBS.includes(verb),
      `${name}.${verb}: every type has an operation ${verb}; choose another verb`,
    ),
    ...problem(
      schedule !== null && SCHEDULE_VERBS.includes(verb),
      `${name}.${verb}: a type with a schedule has an operation ${verb}; choose another verb`,
    ),
    ...problem(
      hidesTrash(type) && TRASH_VERBS.includes(verb),
      `${name}.${verb}: a type with a trash has an operation ${verb}; choose another verb`,
    ),
    ...problem(
      type.takesLikes && LIKE_VERBS.includes(verb),
      `${name}.${verb}: a type with likes has an operation ${verb}; choose another verb`,
    ),
    ...problem(
      type.takesDrafts && DRAFT_VERBS.includes(verb),
      `${name}.${verb}: a type with drafts has ${verb} itself; choose another verb`,
    ),
    ...checkEvent(type, event).map((wrong) => `${name}.${verb}: ${wrong}`),
    ...problem(
      !actions.has(permission),
      `${name}.${verb}: no role has ${permission}; add the action to allowed of ${nameResource(permissions)}`,
    ),
    ...[...problems, ...checkAbout(about)].map((wrong) => `${name}.${verb}: ${wrong}`),
    ...checkFieldNames(`${name}.${verb}`, Object.keys(input), OWN_ARGUMENTS),
    ...checkFieldsValues(`${name}.${verb}`, input),
    ...Object.keys(input).flatMap((member) =>
      problem(
        input[member] !== undefined && isMany(input[member]),
        `${name}.${verb}.${member}: an operation takes no list of links; let clients change the links with update`,
      ),
    ),
  ])
}

/** C17.1. A declaration without types can have any event. */
const checkEvent = (type: RecordType, event: unknown): readonly string[] => {
  if (event === null) return []
  if (typeof event !== 'string' || !VERB.test(event))
    return [`event must be a verb in camelCase, such as approved, and is ${JSON.stringify(event)}`]
  return [
    ...problem(
      OWN_VERBS.includes(event),
      `event cannot be ${event}, which has another meaning; choose another verb`,
    ),
    ...problem(
      findWorkflow(type) !== undefined,
      'event is for types without transitions: here each state has an event of its own; leave it out',
    ),
  ]
}

const listStates = ({ fields, custom }: RecordType): readonly string[] =>
  custom ? [] : Object.values(fields).flatMap((field) => (isState(field) ? field.states : []))

/** Each operation names states of the type. */
export const checkStates = (type: RecordType): readonly string[] => {
  const states = listStates(type)
  return Object.entries(type.operations).flatMap(([verb, { from, to }]) =>
    [...(from ?? []), ...(to === null ? [] : [to])].flatMap((state) =>
      problem(
        !states.includes(state),
        `${type.name}.${verb}: the type has no state ${state}; write a state of the type`,
      ),
    ),
  )
}

/** C17.1: each transition and each state of new records needs a permission that a role has. */
export const checkTransitions = (
  { name, fields, permissions, custom }: RecordType,
  known: ReadonlySet<string>,
): readonly string[] =>
  Object.entries(custom ? {} : fields).flatMap(([member, field]) => {
    // The options of a wrong form are problems of the field.
    const isRight = isState(field) && field.workflow && !field.problems?.length
    const actions = isRight ? listWorkflowActions(field.workflow) : []
    const resource = nameResource(permissions)
    return actions.flatMap((action) =>
      problem(
        !known.has(`${resource}:${action}`),
        `${name}.${member}: no role has ${resource}:${action}; add the action to allowed of ${resource}`,
      ),
    )
  })

/** A move from a state; null for each state. */
interface Move {
  readonly from: readonly string[] | null
  readonly to: string | null
}

const listTransitions = ({ transitions }: Workflow): readonly Move[] =>
  Object.entries(transitions).flatMap(([from, moves]) =>
    Object.keys(moves).map((to) => ({ from: [from], to })),
  )

/**
 * C17.10: the states to which no operation and no transition leads from the first state. A release can declare a state before the next
 * release has an operation that leads to it.
 */
export const listUnreachedStates = (type: RecordType): readonly string[] => {
  const states = listStates(type)
  const workflow = Object.values(type.fields).find(isState)?.workflow ?? null
  const moves: readonly Move[] = [
    ...Object.values(type.operations),
    ...(workflow ? listTransitions(workflow) : []),
  ]
  const reached = new Set(workflow ? Object.keys(workflow.initial) : states.slice(0, 1))
  for (const _ of states)
    for (const { from, to } of moves)
      if (to !== null && (from ?? states).some((state) => reached.has(state))) reached.add(to)
  return states.filter((state) => !reached.has(state))
}
