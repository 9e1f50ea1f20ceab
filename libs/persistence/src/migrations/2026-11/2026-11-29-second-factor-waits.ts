import { Migration } from '@mikro-orm/migrations'

/** C12.13: the number of wrong codes after a right password, and the time until which the next code must wait. */
export class SecondFactorWaits extends Migration {
  override name = '2026-11-29-second-factor-waits'

  override up(): void {
    this.addSql(
      'alter table second_factors add column wrong_codes integer not null default 0, add column wait_until timestamptz(3)',
    )
  }
}
