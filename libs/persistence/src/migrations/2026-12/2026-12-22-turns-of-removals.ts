import { Migration } from '@mikro-orm/migrations'

/** C15.15: the users whose deletions wait take turns. Deletions of the service share the turn of user 0. */
export class TurnsOfRemovals extends Migration {
  override name = '2026-12-22-turns-of-removals'

  override up(): void {
    this.addSql('alter table removed_records add column author integer not null default 0')
    this.addSql('create index removed_records_author on removed_records (author, place) where root is null')
  }
}
