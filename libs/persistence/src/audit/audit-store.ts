import type { AuditStore, RefusedEntry } from '@content-service/domain'
import type { StoreSession } from '../store-session.ts'

/** The block range index on `at` finds the oldest entries. */
const PURGE = `delete from audit_entries where id = any(array(
    select id from audit_entries where at < ? limit ?
  ))`

export class SqlAuditStore implements AuditStore {
  readonly #session: StoreSession

  constructor(session: StoreSession) {
    this.#session = session
  }

  refused(entries: readonly RefusedEntry[]): Promise<void> {
    return this.#session.refuse(entries)
  }

  async purge(before: Date, atMost: number): Promise<number> {
    const { affectedRows } = await this.#session.run((em) =>
      em.execute<{ affectedRows: number }>(PURGE, [before, atMost], 'run'),
    )
    return affectedRows
  }
}
