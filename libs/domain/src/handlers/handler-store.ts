import type { DomainEvent } from '../events/domain-event.ts'
import type { NewMail } from '../mails/mail-store.ts'
import type { EventName } from '../model/event-names.ts'
import { createUuidParser, type Branded, type EventId } from '../rules/ids.ts'
import type { Claim, ClaimTime } from '../work/claim.ts'

export type HandlerRunId = Branded<string, 'HandlerRunId'>

/** The id in a command; null for another text. */
export const parseHandlerRunId = createUuidParser<HandlerRunId>()

/** C16.4: an event that a handler waits for. */
export interface Subscription {
  readonly handler: string
  readonly event: EventName
}

/** One event on its way to one handler, with all that a run needs. */
export interface ClaimedRun extends Claim<HandlerRunId> {
  readonly handler: string
  readonly event: DomainEvent
  /** The number of handlers that have caused the event, one by the events of the other; 0 for an event of a request. */
  readonly depth: number
}

/** What a process can run now: it claims no run of a handler, or after an event, that it does not know. */
export interface RunTerms extends ClaimTime {
  /** The pause after each attempt that ends with its process, in milliseconds; the last one is also that of all later attempts. */
  readonly pausesMs: readonly number[]
  readonly handlers: readonly {
    readonly name: string
    readonly on: readonly EventName[]
    readonly atMost: number
  }[]
}

/** The state of a run after an attempt. The store removes a run that is DONE. */
export type RunOutcome =
  | { readonly status: 'DONE' }
  | { readonly status: 'PENDING'; readonly nextAttemptAt: Date; readonly error: string }
  | { readonly status: 'DEAD'; readonly error: string }

/** A run that the service gave up. */
export interface DeadRun {
  readonly id: HandlerRunId
  readonly handler: string
  readonly eventId: EventId
  readonly type: EventName
  readonly attempts: number
  readonly error: string
  readonly createdAt: Date
}

/** A run as lists read it: a dead letter, or a run that waits. */
export interface HandlerRunRow extends DeadRun {
  readonly status: 'PENDING' | 'DEAD'
}

/** The work of the handlers that a process knows, and all dead letters. */
export interface HandlerBacklog {
  readonly waiting: number
  /** The time since which a run is due; null if none is due. */
  readonly dueSince: Date | null
  /** The number of dead letters, by the names of the handlers that have any. */
  readonly deadLetters: Readonly<Record<string, number>>
}

/** The result of an attempt to send a mail: `known` for a mail that an earlier attempt has sent. */
export type MailResult = 'sent' | 'known' | 'too many' | 'ended'

/**
 * Port: events on their way to handlers. `DeliveryStore.dispatch` makes the runs of an event together with its deliveries to
 * webhooks.
 */
export interface HandlerStore {
  /** Notes that a process has these handlers. A new subscription begins with the events that come after it. */
  subscribe(subscriptions: readonly Subscription[], now: Date): Promise<void>
  /** Removes the subscriptions that no process has had since `before`, with their runs. */
  forget(before: Date): Promise<void>
  /** Claims due runs: for each handler and record only the earliest. */
  claim(terms: RunTerms): Promise<readonly ClaimedRun[]>
  /** Ends an attempt; false if another worker has claimed the run since. */
  settle(claim: Claim<HandlerRunId>, outcome: RunOutcome, now: Date): Promise<boolean>
  /**
   * Enqueues a mail of a run, unless the run has sent a mail with this key, or `most` mails.
   * @throws RateLimited beyond the limit of the address.
   */
  sendMail(
    claim: Claim<HandlerRunId>,
    mail: NewMail,
    terms: { readonly key: string; readonly most: number; readonly now: Date },
  ): Promise<MailResult>
  /** Dead letters, the newest first; those before `after`, if it is given. */
  listDead(after: DeadRun | null, atMost: number): Promise<readonly DeadRun[]>
  /** Makes a dead letter due again, with new attempts and an entry in the audit log; false if there is none with this id. */
  retry(id: HandlerRunId, now: Date): Promise<boolean>
  backlog(subscriptions: readonly Subscription[], now: Date): Promise<HandlerBacklog>
}
