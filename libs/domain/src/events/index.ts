export { deriveEvents } from './derive-events.ts'
export { type Change, type DomainEvent, getChangedRecord, type NewDomainEvent } from './domain-event.ts'
export type { EventRecord, EventResource } from './event-data.ts'
