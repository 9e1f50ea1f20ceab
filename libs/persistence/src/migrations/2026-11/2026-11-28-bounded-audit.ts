import { Migration } from '@mikro-orm/migrations'

/** The largest lengths; the REST document publishes them. */
const LENGTHS = {
  credential: 200,
  address: 100,
  request_id: 200,
  action: 100,
  resource: 100,
  resource_id: 100,
  decision: 10,
  field: 100,
  reason: 50,
}

/**
 * C12.6: refusals with their field and reason, and entries of a bounded size that users and operators can find by an
 * index.
 */
export class BoundedAudit extends Migration {
  override name = '2026-11-28-bounded-audit'

  override up(): void {
    this.addSql(`alter table audit_entries
      add column field text,
      add column reason text,
      add column more_refused integer not null default 0`)
    // Removes texts that clients sent as ids, and that were never ids of records.
    this.addSql(
      `update audit_entries set resource_id = null where length(resource_id) > ${LENGTHS.resource_id}`,
    )
    const checks = Object.entries(LENGTHS).map(([column, most]) => `length(${column}) <= ${most}`)
    this.addSql(
      `alter table audit_entries add constraint audit_entries_lengths check (${checks.join(' and ')})`,
    )
    this.addSql('create index audit_entries_actor on audit_entries (actor_id, at) where actor_id is not null')
    this.addSql(
      'create index audit_entries_record on audit_entries (resource, resource_id) where resource_id is not null',
    )
    // A block range index fits, because entries are written in the order of their times.
    this.addSql('create index audit_entries_at on audit_entries using brin (at)')
  }
}
