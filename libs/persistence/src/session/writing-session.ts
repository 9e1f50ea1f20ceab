import {
  deriveEvents,
  getChangedRecord,
  type Change,
  type EventRecord,
  type EventResource,
  type NewDomainEvent,
} from '@content-service/domain/internal/events'
import type { RefusedEntry } from '@content-service/domain/internal/audit'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { enqueueMails } from '../recording/enqueue-mails.ts'
import { translateDatabaseErrors } from '../statements/store-errors.ts'
import { ReadingSession } from './reading-session.ts'
import { appendRecorded } from '../recording/recorded-rows.ts'
import type { Work } from './mode.ts'
import { runInTransaction } from '../statements/transactions.ts'

/** Returns the ids of the records that a write has changed; an empty list for a write of nothing. */
type IdsOf<Result> = (result: Result) => readonly (string | number)[]

/** The id of a written record, if the write has changed one. */
export const listId: IdsOf<{ readonly id: string | number } | null> = (record) => (record ? [record.id] : [])

/** The result of a write, with the ids for the audit log and the events. */
interface AuditedWrite<Result> {
  readonly result: Result
  readonly ids: readonly (string | number)[]
  readonly events: readonly NewDomainEvent[]
}

/** The writes of an operation, each in one transaction with its audit entries, events and mails. */
export class WritingSession extends ReadingSession {
  /** Runs statements in one transaction. */
  transaction<Result>(work: Work<Result>): Promise<Result> {
    return this.run((em) => runInTransaction(em, work))
  }

  /** Puts work into a queue in one transaction, without an entry, and wakes the processes that do such work. */
  enqueue<Result>(work: Work<Result>): Promise<Result> {
    return translateDatabaseErrors(() => this.mode.write(work, () => ({ resource: 'mails', ids: [] })))
  }

  /** Writes in one transaction, together with the entry of the audit log (C7.10). */
  write<Result>(resource: string, work: Work<Result>, idsOf: IdsOf<Result>): Promise<Result> {
    return this.#recorded(resource, async (em) => {
      const result = await work(em)
      return { result, ids: idsOf(result), events: [] }
    })
  }

  /** `write` for records with events: the transaction also puts the events into the outbox (C11.1). */
  change<R extends EventRecord>(
    resource: EventResource,
    work: Work<readonly Change<R>[]>,
  ): Promise<readonly Change<R>[]> {
    return this.#recorded(resource, async (em) => {
      const result = await work(em)
      return {
        result,
        ids: result.map((change) => getChangedRecord(change).id),
        events: result.flatMap((change) => deriveEvents(this.tables.model, resource, change)),
      }
    })
  }

  /** Adds refusals to the audit log, even if the transaction is rolled back. */
  refuse(refused: readonly RefusedEntry[]): Promise<void> {
    const entries = refused.map((entry) => ({ ...entry, decision: 'DENY' as const }))
    return this.mode.afterwards(() =>
      translateDatabaseErrors(() => appendRecorded(this.em.fork(), this.auditContext, { entries })),
    )
  }

  async #recorded<Result>(resource: string, work: Work<AuditedWrite<Result>>): Promise<Result> {
    const { result } = await translateDatabaseErrors(() =>
      this.mode.write(
        (em) => this.#record(em, resource, work),
        ({ ids }) => (ids.length > 0 ? { resource, ids } : null),
      ),
    )
    return result
  }

  /** Runs a write, and stores its entries, events and mails in its transaction. */
  async #record<Result>(
    em: SqlEntityManager,
    resource: string,
    work: Work<AuditedWrite<Result>>,
  ): Promise<AuditedWrite<Result>> {
    const { signal, mails = [] } = this.options
    const written = await work(em)
    const { ids, events } = written
    const entries = ids.map((id) => ({ resource, resourceId: String(id), decision: 'ALLOW' as const }))
    await appendRecorded(em, this.auditContext, { entries, events })
    if (ids.length > 0) await enqueueMails(em, this.auditContext.at, mails)
    signal?.throwIfAborted()
    return written
  }
}
