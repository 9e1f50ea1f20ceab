import { Migration } from '@mikro-orm/migrations'

/**
 * C17.3: the revisions of all declared types. The values are in JSON by the names of attributes, so that the revision of a
 * field that the declaration no longer has loses nothing. Long values are apart, because PostgreSQL reads the whole JSON for
 * each value of it. Articles keep their table, which processes of the release before
 * read and write; their fields of a team are in its new column.
 */
export class RecordRevisions extends Migration {
  override name = '2026-12-27-record-revisions'

  override up(): void {
    this.addSql('alter table revisions add column contents jsonb, add column long_contents jsonb')
    this.addSql(`create table record_revisions (
      id uuid primary key,
      type text not null,
      record_id uuid not null,
      editor_id integer not null default 1 references users on delete set default,
      created_at timestamptz(3) not null,
      contents jsonb not null,
      long_contents jsonb,
      bytes integer not null
    )`)
    this.addSql(
      'create index record_revisions_record on record_revisions (record_id, created_at desc, id desc)',
    )
    this.addSql('create index record_revisions_editor on record_revisions (editor_id)')
  }
}
