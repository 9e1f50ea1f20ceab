import type { AuditEntry, AuditStore } from '@content-service/domain'
import type { StoreSession } from '../store-session.ts'
import { enter } from './entries.ts'

export class SqlAuditStore implements AuditStore {
  readonly #session: StoreSession

  constructor(session: StoreSession) {
    this.#session = session
  }

  refused(entry: Pick<AuditEntry, 'resource' | 'resourceId'>): Promise<void> {
    return this.#session.run((em) => enter(em, this.#session.act, [{ ...entry, decision: 'DENY' }]))
  }
}
