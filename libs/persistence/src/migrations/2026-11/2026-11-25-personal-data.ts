import { Migration } from '@mikro-orm/migrations'

/** The exports of personal data, and the erasures of users (C11.2). */
export class PersonalData extends Migration {
  override name = '2026-11-25-personal-data'

  override up(): void {
    this.addSql(`create table data_exports (
      id uuid primary key,
      user_id integer not null references users on delete cascade,
      requested_at timestamptz(3) not null,
      ready_at timestamptz(3),
      expires_at timestamptz(3),
      attempts integer not null default 0,
      claimed_until timestamptz(3)
    )`)
    this.addSql('create index data_exports_user on data_exports (user_id, requested_at desc)')
    this.addSql('create index data_exports_pending on data_exports (requested_at) where ready_at is null')
    this.addSql(`create table data_export_parts (
      export_id uuid not null references data_exports on delete cascade,
      place integer not null,
      content text not null,
      primary key (export_id, place)
    )`)
    // No foreign key, because the user is deleted.
    this.addSql(`create table erasures (
      user_id integer not null,
      pseudonym integer primary key,
      at timestamptz(3) not null
    )`)
  }
}
