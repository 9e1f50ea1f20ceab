import type { AuditStore, RefusedEntry } from '@content-service/domain/internal/audit'
import { sql } from 'kysely'
import { SqlStore } from '../session/sql-store.ts'

export class SqlAuditStore extends SqlStore implements AuditStore {
  addRefusals(entries: readonly RefusedEntry[]): Promise<void> {
    return this.session.refuse(entries)
  }

  async addRun(resource: string, name: string): Promise<void> {
    await this.session.write(
      resource,
      async () => name,
      (id) => [id],
    )
  }

  /** The block range index on `at` locates the oldest entries. */
  purge(before: Date, atMost: number): Promise<number> {
    return this.session.execute(sql`delete from audit_entries where id = any(array(
      select id from audit_entries where at < ${before} limit ${atMost}
    ))`)
  }
}
