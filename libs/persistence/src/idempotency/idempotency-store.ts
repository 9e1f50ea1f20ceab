import type { DoneRequest, IdempotencyStore } from '@content-service/domain/internal/idempotency'
import { sql } from 'kysely'
import { SqlStore } from '../session/sql-store.ts'
import { findDone } from '../session/done-requests.ts'
export class SqlIdempotencyStore extends SqlStore implements IdempotencyStore {
  find(name: string, now: Date): Promise<DoneRequest | null> {
    return this.session.run((em) => findDone(em, name, now))
  }

  async purge(now: Date): Promise<void> {
    await this.session.execute(sql`delete from idempotency_keys where expires_at <= ${now}`)
  }
}
