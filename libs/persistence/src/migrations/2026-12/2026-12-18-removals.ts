import { Migration } from '@mikro-orm/migrations'

/** C14.2: the deleted users whose links the worker still removes, in batches; the row of the user goes last. */
export class Removals extends Migration {
  override name = '2026-12-18-removals'

  override up(): void {
    this.addSql(`create table removals (
      user_id integer primary key references users (id) on delete cascade,
      at timestamptz(3) not null
    )`)
  }
}
