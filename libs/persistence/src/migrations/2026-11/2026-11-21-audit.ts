import { Migration } from '@mikro-orm/migrations'

/** The audit log (C7.10). */
export class Audit extends Migration {
  override name = '2026-11-21-audit'

  override up(): void {
    // No foreign keys: an entry outlives the account and the record that it names.
    this.addSql(`create table audit_entries (
      id uuid primary key,
      at timestamptz(3) not null,
      actor_id integer,
      credential text not null,
      address text,
      request_id text not null,
      action text not null,
      resource text not null,
      resource_id text,
      decision text not null
    )`)
  }
}
