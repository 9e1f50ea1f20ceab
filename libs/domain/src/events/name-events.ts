import type { EventName } from '../model/event-names.ts'
import type { AnyRecord } from '../model/types/record-changes.ts'
import type { RecordType } from '../model/types/record-type.ts'
import { findState } from '../model/states/record-state.ts'
import { isSame } from '../rules/is-same.ts'
import type { Change } from './domain-event.ts'

type Values = Readonly<Record<string, unknown>>

/** The states of a type that have events of their own. */
interface Marked {
  readonly name: string
  readonly published: string | null
  readonly trash: string | undefined
}

const findMarked = (type: RecordType): Marked | null => {
  const state = findState(type)
  return state === undefined
    ? null
    : { name: state.name, published: state.field.published, trash: type.custom?.trash?.status }
}

/** The verb of a move between two states; null for a move without an event of its own (C4.2). */
const nameMove = ({ published, trash }: Marked, from: unknown, to: unknown): string | null => {
  if (from === to) return null
  if (to === published) return 'published'
  if (to === trash) return 'deleted'
  if (from === trash) return 'restored'
  return from === published ? 'unpublished' : null
}

/** Whether a client has changed more than the state. */
const isRewritten = ({ inputs }: RecordType, { name }: Marked, before: Values, after: Values): boolean =>
  Object.keys(inputs).some((input) => input !== name && !isSame(before[input], after[input]))

const nameChange = (type: RecordType, before: Values, after: Values): readonly string[] => {
  const marked = findMarked(type)
  const move = marked && nameMove(marked, before[marked.name], after[marked.name])
  if (marked === null || move === null) return ['updated']
  return isRewritten(type, marked, before, after) ? ['updated', move] : [move]
}

const nameCreation = (type: RecordType, after: Values): readonly string[] => {
  const marked = findMarked(type)
  const isPublished = marked !== null && marked.published !== null && after[marked.name] === marked.published
  return isPublished ? ['created', 'published'] : ['created']
}

/** A purge makes no event: for subscribers, the record was deleted when it came into the trash. */
const nameDeletion = (type: RecordType): readonly string[] =>
  findMarked(type)?.trash === undefined ? ['deleted'] : []

const nameVerbs = (type: RecordType, { before, after }: Change<AnyRecord>): readonly string[] => {
  if (after === null) return nameDeletion(type)
  if (before === null) return nameCreation(type, { ...after })
  return before.version === after.version ? [] : nameChange(type, { ...before }, { ...after })
}

/** C11.1: the events of a change to a record of a declared type; none if the change makes no new version. */
export const nameDeclaredEvents = (type: RecordType, change: Change<AnyRecord>): readonly EventName[] =>
  nameVerbs(type, change).map((verb) => `${type.word}.${verb}`)
