import type { AuditEntry, AuditStore } from '@content-service/domain'
import type { StoreSession } from '../store-session.ts'

export class SqlAuditStore implements AuditStore {
  readonly #session: StoreSession

  constructor(session: StoreSession) {
    this.#session = session
  }

  refused({ resource, resourceId }: Pick<AuditEntry, 'resource' | 'resourceId'>): Promise<void> {
    return this.#session.refuse(resource, resourceId)
  }
}
