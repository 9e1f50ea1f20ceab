import type { Permission } from '../access/content-policy.ts'
import { declareAction, sortActions, type RecordAction } from '../actions/record-action.ts'
import { CREDENTIAL, hideWithout, needs, type Requirement } from '../actions/requirement.ts'
import { nameOne } from '../model/fields/field.ts'
import { canBeRefused } from '../model/links/cascades.ts'
import { HAS_REFUSING_LINKS } from '../model/links/incoming-links.ts'
import type { RecordOperation } from '../model/types/record-operation.ts'
import type { RecordType } from '../model/types/record-type.ts'
import { ContentError } from '../rules/errors.ts'
import { findState } from '../model/states/record-state.ts'
import { canMove, listChangeRequirements } from './record-states.ts'
import { declareRestoration } from './revisions/revision-actions.ts'

type Values = Readonly<Record<string, unknown>>

/** C7.8, C15.18: a record that the caller may not read does not exist for writes; otherwise they need the permission on it. */
export const needsOn = (type: RecordType, permission: Permission): readonly Requirement<object>[] => [
  hideWithout(type.permissions.read, type),
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
    rules: [CREDENTIAL, ...needsOn(type, operation.permission), isIn(type, operation)],
    reads: state === undefined ? [] : [state],
    operation: `${verb}${type.name}`,
    input: needsInput(operation) ? null : {},
  })
}

/** C14.2: records that link to a record can refuse its deletion. */
const declareDeletion = (type: RecordType, types: readonly RecordType[]): RecordAction =>
  declareAction({
    word: 'delete',
    rules: [CREDENTIAL, ...needsOn(type, type.permissions.delete)],
    blockedBy: canBeRefused({ types }, type) ? HAS_REFUSING_LINKS : null,
    operation: `delete${type.name}`,
    input: {},
    status: 204,
  })

const declareUpdate = (type: RecordType): RecordAction =>
  declareAction({
    word: 'update',
    rules: [CREDENTIAL, ...needsOn(type, type.permissions.write)],
    operation: `update${type.name}`,
  })

/** C17.11: `status:OPEN` for each state to which clients move a record. */
export const declareMoves = (
  type: RecordType,
  credential: Requirement<unknown> = CREDENTIAL,
): readonly RecordAction[] => {
  const state = findState(type)
  if (!state?.field.workflow) return []
  return state.field.states.map((to) =>
    declareAction({
      word: `${state.name}:${to}`,
      rules: [credential, ...listChangeRequirements(type), canMove(type, to)],
      reads: [state.name],
      operation: `update${type.name}`,
      input: { [state.name]: to },
    }),
  )
}

/** Nobody deletes the record of a single type, and it has no operations. */
const declareOthers = (type: RecordType, types: readonly RecordType[]): readonly RecordAction[] => [
  declareDeletion(type, types),
  ...Object.entries(type.operations).map((each) => declareVerb(type, each)),
]

/** C12.8: the actions on the records of a declared type among these types. */
export const declareRecordActions = (
  type: RecordType,
  types: readonly RecordType[],
): readonly RecordAction[] =>
  type.isFixed
    ? []
    : sortActions([
        declareUpdate(type),
        ...declareMoves(type),
        ...declareRestoration(type),
        ...(type.isSingle ? [] : declareOthers(type, types)),
      ])
