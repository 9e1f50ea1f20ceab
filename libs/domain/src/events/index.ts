export { deriveEvents } from './derive-events.ts'
export { type Change, type DomainEvent, getChangedRecord, type NewDomainEvent } from './domain-event.ts'
export { BEFORE, type EventRecord, type EventResource } from './event-data.ts'
export { CHANGED } from './changed-names.ts'
