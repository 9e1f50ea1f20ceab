import type { EventName } from '../model/event-names.ts'
import type { AnyRecord } from '../model/types/record-changes.ts'
import type { RecordType } from '../model/types/record-type.ts'
import { findState } from '../model/states/record-state.ts'
import { nameFirstState, nameMove } from '../model/states/state-events.ts'
import { isInTrash } from '../model/trash/trash.ts'
import { isSame } from '../rules/is-same.ts'
import type { Change } from './domain-event.ts'

type Values = Readonly<Record<string, unknown>>

/** Whether a client has changed more than the state. */
const isRewritten = (type: RecordType, before: Values, after: Values): boolean => {
  const state = findState(type)?.name
  return Object.keys(type.inputs).some((input) => input !== state && !isSame(before[input], after[input]))
}

const nameChange = (
  type: RecordType,
  before: Values,
  after: Values,
  event = 'updated',
): readonly string[] => {
  const move = nameMove(type, before, after)
  if (move === null) return [event]
  return isRewritten(type, before, after) ? ['updated', move] : [move]
}

const nameCreation = (type: RecordType, after: Values): readonly string[] => {
  const state = nameFirstState(type, after)
  return state === null ? ['created'] : ['created', state]
}

/** A purge makes no event: for subscribers, the record was deleted when it came into the trash. */
const nameDeletion = (type: RecordType, before: Values): readonly string[] =>
  isInTrash(type, before) ? [] : ['deleted']

const nameVerbs = (type: RecordType, { before, after, event }: Change<AnyRecord>): readonly string[] => {
  if (after === null) return nameDeletion(type, { ...before })
  if (before === null) return nameCreation(type, { ...after })
  return before.version === after.version ? [] : nameChange(type, { ...before }, { ...after }, event)
}

/** C11.1: the events of a change to a record of a declared type; none if the change makes no new version. */
export const nameDeclaredEvents = (type: RecordType, change: Change<AnyRecord>): readonly EventName[] =>
  nameVerbs(type, change).map((verb) => `${type.word}.${verb}`)
