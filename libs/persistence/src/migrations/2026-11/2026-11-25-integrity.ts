import { Migration } from '@mikro-orm/migrations'

/** The last report of the nightly check. */
export class Integrity extends Migration {
  override name = '2026-11-25-integrity'

  override up(): void {
    this.addSql(`create table integrity_reports (
      is_latest boolean primary key default true check (is_latest),
      checked_at timestamptz(3) not null,
      findings jsonb not null
    )`)
  }
}
