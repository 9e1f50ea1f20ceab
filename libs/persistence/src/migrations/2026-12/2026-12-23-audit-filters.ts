import { Migration } from '../migration.ts'

const INDEXES = {
  at: '(at, id)',
  actor: '(actor_id, at, id) where actor_id is not null',
  record: '(resource_id, at, id) where resource_id is not null',
  resource: '(resource, at, id)',
  action: '(action, at, id)',
} as const

/** The indexes before serve the log until the new ones are made. */
const REPLACED = ['actor', 'record', 'at'] as const

/**
 * C19.5: each filter of the audit log has an index with the order of the list behind its value, so that a page reads its own
 * entries alone, whatever the size of the log.
 */
export class AuditFilters extends Migration {
  override name = '2026-12-23-audit-filters'

  override readonly indexes: readonly string[] = [
    ...Object.entries(INDEXES).map(
      ([name, columns]) => `create index audit_entries_${name} on audit_entries ${columns}`,
    ),
    ...REPLACED.map((name) => `drop index audit_entries_${name}_before`),
  ]

  override up(): void {
    for (const name of REPLACED)
      this.addSql(`alter index audit_entries_${name} rename to audit_entries_${name}_before`)
  }
}
