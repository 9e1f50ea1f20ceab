import type { AuditStore, RefusedEntry } from '@content-service/domain'
import { sql } from 'kysely'
import type { StoreSession } from '../store-session.ts'

export class SqlAuditStore implements AuditStore {
  readonly #session: StoreSession

  constructor(session: StoreSession) {
    this.#session = session
  }

  refused(entries: readonly RefusedEntry[]): Promise<void> {
    return this.#session.refuse(entries)
  }

  /** The block range index on `at` finds the oldest entries. */
  purge(before: Date, atMost: number): Promise<number> {
    return this.#session.execute(sql`delete from audit_entries where id = any(array(
      select id from audit_entries where at < ${before} limit ${atMost}
    ))`)
  }
}
