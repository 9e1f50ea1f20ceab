import { Migration } from '@mikro-orm/migrations'

/**
 * C15.15: the deleted records that wait for the worker, because more than 1,000 records link to them, and the records that
 * are deleted with them. `root` is the place of the deleted record, and null in its own row. Readers see no record with
 * `is_deleted`. Behind a record that is not `is_open`, all records have a row.
 */
export class RemovedRecords extends Migration {
  override name = '2026-12-20-removed-records'

  override up(): void {
    this.addSql(`create table removed_records (
      place bigint generated always as identity primary key,
      type text not null,
      id text not null,
      root bigint,
      is_deleted boolean not null default false,
      is_open boolean not null default true,
      unique (type, id)
    )`)
    this.addSql(`insert into removed_records (type, id, is_deleted)
      select 'User', user_id::text, true from removals union all
      select 'Comment', id::text, true from comments where article_id is null`)
    this.addSql('create index removed_records_deleted on removed_records (type, id) where is_deleted')
    this.addSql('create index removed_records_root on removed_records (coalesce(root, place), type, place)')
    this.addSql('create index removed_records_open on removed_records (coalesce(root, place)) where is_open')
  }
}
