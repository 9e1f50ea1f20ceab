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
import type { Work } from './mode.ts'
import { OwnTransaction } from './own-transaction.ts'
import { ReadingTransaction } from './reading-transaction.ts'
import { Savepoint, type SavepointOptions } from './savepoint.ts'
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

  /** `atomically` for work that may run only once: no other request shares the transaction. */
  alone<Result>(work: (session: StoreSession) => Promise<Result>): Promise<Result> {
    return this.isInTransaction ? work(this) : this.#within(new OwnTransaction(this.direct), work)
  }

  /** C16.5: `work` reads one state of the database, and writes nothing. */
  reading<Result>(work: (session: StoreSession) => Promise<Result>): Promise<Result> {
    return this.mode instanceof OwnTransaction
      ? this.#inPart(this.mode, { isReadOnly: true }, work)
      : this.#within(new ReadingTransaction(this.direct), work)
  }

  /** C16.5: takes back the writes of `work` alone if it throws. */
  attempt<Result>(work: (session: StoreSession) => Promise<Result>): Promise<Result> {
    return this.mode instanceof OwnTransaction
      ? this.#inPart(this.mode, { isReadOnly: false }, work)
      : work(this)
  }

  /** Runs statements in the transaction of the request, which begins if it has not yet. */
  async inTransaction<Result>(work: Work<Result>): Promise<Result> {
    if (!(this.mode instanceof OwnTransaction)) throw new Error('The session has no transaction.')
    return this.direct.runOn(await this.mode.begin(), work)
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

  #inPart<Result>(
    outer: OwnTransaction,
    options: SavepointOptions,
    work: (session: StoreSession) => Promise<Result>,
  ): Promise<Result> {
    const part = new Savepoint(this.direct, outer, options)
    const session = this.#with({ mode: part })
    return translateDatabaseErrors(() => part.complete(() => work(session), this.options.signal))
  }

  #with(options: Partial<SessionOptions>): StoreSession {
    return new StoreSession(this.em, this.auditContext, { ...this.options, ...options })
  }
}
