import { Migration } from '../migration.ts'

/**
 * C15.15: the users whose deletions wait take turns; deletions of the service share the turn of user 0. C11.1: the events of
 * each kind of record wait in a queue of their own.
 */
export class TurnsOfWork extends Migration {
  override name = '2026-12-22-turns-of-work'

  override readonly indexes: readonly string[] = [
    'create index events_waiting_by_resource on events (resource, position) where dispatched_at is null',
    'drop index events_waiting',
  ]

  override up(): void {
    this.addSql('alter table removed_records add column author integer not null default 0')
    this.addSql('create index removed_records_author on removed_records (author, place) where root is null')
  }
}
