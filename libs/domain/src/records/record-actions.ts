import type { Permission } from '../access/content-policy.ts'
import { declareAction, sortActions, type RecordAction } from '../actions/record-action.ts'
import { needs, type Requirement } from '../actions/requirement.ts'
import { nameOne } from '../model/fields/field.ts'
import { hidesTrash } from '../model/trash/trash.ts'
import { canBeRefused } from '../model/links/cascades.ts'
import { HAS_REFUSING_LINKS } from '../model/links/incoming-links.ts'
import type { RecordOperation } from '../model/types/record-operation.ts'
import type { RecordType } from '../model/types/record-type.ts'
import { ContentError } from '../rules/errors.ts'
import { findState } from '../model/states/record-state.ts'
import { needsWriter } from './authorize-any.ts'
import { findForWrite, listDeleting, listPurging, listRestoring } from './deletion/requirements.ts'
import { canMove, listChangeRequirements } from './record-states.ts'
import { declareDraftActions } from './drafts/draft-actions.ts'
import { declareLikeAction } from './likes/like-actions.ts'
import { declareScheduleActions } from './schedule/schedule-actions.ts'
import { declareRestoration } from './revisions/revision-actions.ts'

type Values = Readonly<Record<string, unknown>>

/** C7.8, C15.18: a record that the caller may not read does not exist for writes; otherwise they need the permission on it. */
export const needsOn = (type: RecordType, permission: Permission): readonly Requirement<object>[] => [
  findForWrite(type),
  needs(permission),
]

const readState = (type: RecordType, record: Values): string => String(record[findState(type)?.name ?? ''])

/** The states in which an operation can run. */
export const isIn = (type: RecordType, { from }: RecordOperation): Requirement<Values> => ({
  holds: (_, record) => from === null || from.includes(readState(type, record)),
  refuse: (_, record) =>
    new ContentError(
      'INVALID_TRANSITION',
      `This operation cannot run on ${nameOne(type.word)} that is ${readState(type, record)}. Allowed: ${(from ?? []).join(', ')}.`,
    ),
})

const needsInput = ({ input }: RecordOperation): boolean =>
  Object.values(input).some(({ isOptional }) => !isOptional)

const declareVerb = (
  type: RecordType,
  [verb, operation]: readonly [string, RecordOperation],
): RecordAction => {
  const state = findState(type)?.name
  return declareAction({
    word: verb,
    rules: [needsWriter(type), ...needsOn(type, operation.permission), isIn(type, operation)],
    reads: state === undefined ? [] : [state],
    operation: `${verb}${type.name}`,
    input: needsInput(operation) ? null : {},
  })
}

/** C14.2: records that link to a record can refuse that it goes for good. */
const declareErasure = (
  type: RecordType,
  types: readonly RecordType[],
  [word, requirements]: readonly [string, readonly Requirement<object>[]],
): RecordAction =>
  declareAction({
    word,
    rules: [needsWriter(type), ...requirements],
    blockedBy: canBeRefused({ types }, type) ? HAS_REFUSING_LINKS : null,
    operation: `${word}${type.name}`,
    input: {},
    status: 204,
  })

/** C17.4: with a trash, a deletion changes the record alone. */
const declareTrashing = (type: RecordType): RecordAction =>
  declareAction({
    word: 'delete',
    rules: [needsWriter(type), ...listDeleting(type)],
    operation: `delete${type.name}`,
    input: {},
    status: 204,
  })

const declareRestoring = (type: RecordType): RecordAction =>
  declareAction({
    word: 'restore',
    rules: [needsWriter(type), ...listRestoring(type)],
    operation: `restore${type.name}`,
    input: {},
  })

const declareDeletion = (type: RecordType, types: readonly RecordType[]): readonly RecordAction[] => {
  if (type.trash === null) return [declareErasure(type, types, ['delete', listDeleting(type)])]
  if (!hidesTrash(type)) return [declareTrashing(type)]
  return [
    declareTrashing(type),
    declareRestoring(type),
    declareErasure(type, types, ['purge', listPurging(type)]),
  ]
}

const declareUpdate = (type: RecordType): RecordAction =>
  declareAction({
    word: 'update',
    rules: [needsWriter(type), ...needsOn(type, type.permissions.write)],
    operation: `update${type.name}`,
  })

/** C17.11: `status:OPEN` for each state to which clients move a record. */
const declareMoves = (type: RecordType): readonly RecordAction[] => {
  const state = findState(type)
  if (!state?.field.workflow) return []
  return state.field.states.map((to) =>
    declareAction({
      word: `${state.name}:${to}`,
      rules: [needsWriter(type), ...listChangeRequirements(type), canMove(type, to)],
      reads: [state.name],
      operation: `update${type.name}`,
      input: { [state.name]: to },
    }),
  )
}

/** Nobody deletes the record of a single type, and it has no operations. */
const declareOthers = (type: RecordType, types: readonly RecordType[]): readonly RecordAction[] => [
  ...declareDeletion(type, types),
  ...Object.entries(type.operations).map((each) => declareVerb(type, each)),
]

const declareChanges = (type: RecordType, types: readonly RecordType[]): readonly RecordAction[] => [
  declareUpdate(type),
  ...declareMoves(type),
  ...declareScheduleActions(type),
  ...declareRestoration(type),
  ...declareDraftActions(type),
  ...(type.isSingle ? [] : declareOthers(type, types)),
]

/** C12.8: the actions on the records of a declared type among these types. */
export const declareRecordActions = (
  type: RecordType,
  types: readonly RecordType[],
): readonly RecordAction[] => {
  const actions = [...(type.isFixed ? [] : declareChanges(type, types)), ...declareLikeAction(type)]
  // No action but those of the trash finds a record there.
  const reads = type.trash === null ? [] : [type.trash.attribute]
  return sortActions(
    actions.map((action) => ({ ...action, reads: [...new Set([...action.reads, ...reads])] })),
  )
}
