import { Migration } from '../migration.ts'

/**
 * C17.7: the slugs that the records of all types have and had, each once for a type. No foreign key leads to the records of all
 * types: the deletion of a record deletes its slugs. Articles have no slug until the worker gives them one; the columns need no
 * rewrite of the table.
 */
export class Slugs extends Migration {
  override name = '2026-12-31-slugs'

  override readonly indexes: readonly string[] = [
    'create unique index articles_slug_key on articles (lower(slug))',
    // Filters of lists compare the folded text.
    'create index articles_up_slug on articles (("left"(fold(slug), 100) collate "C"), id)',
  ]

  override up(): void {
    this.addSql(`create table record_slugs (
      type text not null,
      slug text collate "C" not null,
      record_id uuid not null,
      left_at timestamptz(3),
      primary key (type, slug)
    )`)
    this.addSql('create index record_slugs_record on record_slugs (record_id)')
    this.addSql(
      'alter table articles add column slug text, add column slug_derived boolean not null default true',
    )
  }
}
