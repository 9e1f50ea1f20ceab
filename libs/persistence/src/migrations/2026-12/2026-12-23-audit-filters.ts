import { Migration } from '@mikro-orm/migrations'

/**
 * C19.5: each filter of the audit log has an index with the order of the list behind its value, so that a page reads its own
 * entries alone, whatever the size of the log.
 */
export class AuditFilters extends Migration {
  override name = '2026-12-23-audit-filters'

  override up(): void {
    this.addSql('drop index audit_entries_actor, audit_entries_record, audit_entries_at')
    for (const [name, columns] of Object.entries(INDEXES))
      this.addSql(`create index audit_entries_${name} on audit_entries ${columns}`)
  }
}

const INDEXES = {
  at: '(at, id)',
  actor: '(actor_id, at, id) where actor_id is not null',
  record: '(resource_id, at, id) where resource_id is not null',
  resource: '(resource, at, id)',
  action: '(action, at, id)',
} as const
