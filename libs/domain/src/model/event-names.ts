import { listStateVerbs } from './states/state-events.ts'
import type { RecordType } from './types/record-type.ts'

/** C3.5, C11.1: users can be soft-deleted and restored. */
export const USER_EVENTS = ['user.created', 'user.updated', 'user.deleted', 'user.restored'] as const
export type UserEvent = (typeof USER_EVENTS)[number]

/** The name of an event of a declared type. */
export type EventName = UserEvent | (string & {})

/** C11.1, C17.1: the moves between states and into the trash have events of their own. */
const listVerbs = (type: RecordType): readonly string[] => [
  'created',
  'updated',
  ...listStateVerbs(type),
  ...new Set(Object.values(type.operations).flatMap(({ event }) => event ?? [])),
  'deleted',
  ...(type.trash === null ? [] : ['restored']),
]

/** The events of a declared type. */
export const listTypeEvents = (type: RecordType): readonly EventName[] => {
  const { word, custom, isFixed, isSingle } = type
  if (custom?.events) return custom.events
  if (isSingle) return [`${word}.updated`]
  return (isFixed ? ['created'] : listVerbs(type)).map((verb) => `${word}.${verb}`)
}
