import { Migration } from '@mikro-orm/migrations'

/** Second factors, in a separate table like the hashes of passwords (C3.1). */
export class SecondFactors extends Migration {
  override name = '2026-11-21-second-factors'

  override up(): void {
    this.addSql(`create table second_factors (
      user_id integer primary key references users on delete cascade,
      sealed_secret text not null,
      enabled_at timestamptz(3),
      last_step integer not null,
      recovery_digests text[] not null
    )`)
  }
}
