import type { UserId } from '@content-service/domain'
import type { AuditContext } from '@content-service/domain/internal/audit'
import type { NewMail } from '@content-service/domain/internal/mails'
import type { UnitOfWork } from '@content-service/domain/internal/idempotency'
import type { Claim } from './claim.ts'
import { keepDone } from './done-requests.ts'
import { translateDatabaseErrors } from '../statements/store-errors.ts'
import { createRow } from '../write-groups/create-row.ts'
import type { NewRecord } from '../write-groups/insert-statement.ts'
import { RunAlone } from '../write-groups/run-alone.ts'
import { findParts } from './database-parts.ts'
import { GroupTransaction } from './group-transaction.ts'
import { OwnTransaction } from './own-transaction.ts'
import type { SessionOptions } from './session-options.ts'
import { WritingSession } from './writing-session.ts'

/**
 * The session of the stores of one operation. Its writes can share a transaction with each other, or with writes of other
 * requests.
 */
export class StoreSession extends WritingSession {
  /** The same session with another audit context. */
  withAuditContext(auditContext: AuditContext): StoreSession {
    return new StoreSession(this.em, auditContext, this.options)
  }

  /** The same session, whose reads have the time of a search, because no index serves them. */
  asSearch(unserved: string | null): StoreSession {
    return this.#with({ unserved })
  }

  /** The same session, whose next write enqueues these mails. */
  withMails(mails: readonly NewMail[]): StoreSession {
    return this.#with({ mails })
  }

  /** The same session, after the operation has found its actor. */
  withActor(actorId: UserId, credential: string): StoreSession {
    return this.withAuditContext({ ...this.auditContext, actorId, credential })
  }

  /** C6.9: all writes of `work` through its session, and the stored request, are one transaction. */
  once<Result>(
    claim: Claim,
    work: (session: StoreSession, rest: Omit<UnitOfWork<unknown>, 'stores'>) => Promise<Result>,
  ): Promise<Result> {
    const transaction = new OwnTransaction(this.direct, claim)
    return this.#within(transaction, (session) =>
      work(session, {
        hasWritten: () => transaction.written.length > 0,
        keep: (done) =>
          translateDatabaseErrors(async () => keepDone(await transaction.begin(), claim.name, done)),
      }),
    )
  }

  /** All writes of `work` through its session are one transaction, which other requests may share. */
  atomically<Result>(work: (session: StoreSession) => Promise<Result>): Promise<Result> {
    if (this.isInTransaction) return work(this)
    return this.#share(work, () => this.#within(new OwnTransaction(this.direct), work))
  }

  /** Inserts a new record in a transaction that other requests may share, or as `alone` does. */
  async insert(row: NewRecord, alone: () => Promise<unknown>): Promise<void> {
    // A group writes no mails.
    if (this.options.mails?.length) return void (await alone())
    if (!this.isInTransaction)
      return this.#share(
        (session) => session.insert(row, alone),
        async () => void (await alone()),
      )
    const isInserted = await this.mode.insert(() => createRow(this.tables.model, this.auditContext, row))
    if (!isInserted) await alone()
  }

  /** The writes of a caller whose request fails in a group run alone for a while. */
  async #share<Result>(
    work: (session: StoreSession) => Promise<Result>,
    alone: () => Promise<Result>,
  ): Promise<Result> {
    const { actorId, address } = this.auditContext
    const caller = String(actorId ?? address)
    const groups = findParts(this.em).pipeline?.groups
    if (groups?.accepts(caller) !== true) return alone()
    const transaction = new GroupTransaction(this.direct, groups)
    try {
      return await this.#within(transaction, work).catch((error: unknown) => {
        if (error instanceof RunAlone) return alone()
        throw error
      })
    } catch (error) {
      if (transaction.isShared) groups.exclude(caller)
      throw error
    }
  }

  async #within<Result>(
    transaction: OwnTransaction,
    work: (session: StoreSession) => Promise<Result>,
  ): Promise<Result> {
    const session = this.#with({ mode: transaction })
    const done = await translateDatabaseErrors(() =>
      transaction.complete(() => work(session), this.options.signal),
    )
    await this.tell(transaction.written)
    return done
  }

  #with(options: Partial<SessionOptions>): StoreSession {
    return new StoreSession(this.em, this.auditContext, { ...this.options, ...options })
  }
}
