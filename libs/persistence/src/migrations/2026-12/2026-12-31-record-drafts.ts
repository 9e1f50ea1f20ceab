import { Migration } from '@mikro-orm/migrations'

/**
 * C17.6: the drafts of all types in one table, so that a user has a bound over all of them. The values are in JSON by the names of
 * inputs, because a draft has some fields alone. No foreign key leads to the records of all types; those who delete records delete
 * their drafts.
 */
export class RecordDrafts extends Migration {
  override name = '2026-12-31-record-drafts'

  override up(): void {
    this.addSql(`create table record_drafts (
      id uuid primary key,
      type text not null,
      record_id uuid not null,
      user_id integer not null references users on delete cascade,
      base_version integer not null,
      changed_at timestamptz(3) not null,
      contents jsonb not null,
      digests jsonb not null,
      unique (record_id, user_id, type)
    )`)
    this.addSql('create index record_drafts_user on record_drafts (user_id)')
  }
}
