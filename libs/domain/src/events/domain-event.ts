import type { EventId } from '../rules/ids.ts'
import type { EventName } from '../model/event-names.ts'
import type { EventData, EventResource } from './event-data.ts'

/** C11.1: something that happened to one record. */
export interface NewDomainEvent {
  readonly type: EventName
  readonly resource: EventResource
  readonly resourceId: string
  readonly data: EventData
}

/**
 * An event that the service sends on request, so that an integrator sees a delivery. Webhooks cannot subscribe to it.
 */
export const TEST_EVENT = 'webhook.test'

const ENDINGS: ReadonlySet<string | undefined> = new Set(['deleted', 'unpublished', 'hidden'])

/** C15.19: whether an event takes its record from some of those who could read it. */
export const isEnding = (type: string): boolean => ENDINGS.has(type.split('.').at(-1))

/** A domain event as the outbox stores it. */
export interface DomainEvent extends Omit<NewDomainEvent, 'type' | 'resource'> {
  /** A UUIDv7: the `webhook-id` of every delivery (Standard Webhooks). */
  readonly id: EventId
  readonly type: EventName | typeof TEST_EVENT
  readonly resource: EventResource | 'webhooks'
  readonly at: Date
}

/** A record before and after a write; null before its creation and after its deletion. C17.1: `event` is the verb of an operation. */
export type Change<Record> = { readonly event?: string | undefined } & (
  | { readonly before: Record | null; readonly after: Record }
  | { readonly before: Record; readonly after: null }
)

/** The record of a change. */
export const getChangedRecord = <Record>({ before, after }: Change<Record>): Record =>
  after ?? (before as Record)

/**
 * Positions give the order in which the events of one record were committed; events of other records may lie between.
 */
export interface EventRow extends DomainEvent {
  readonly position: number
}
