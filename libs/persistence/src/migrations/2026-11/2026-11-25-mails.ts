import { Migration } from '@mikro-orm/migrations'

/** The queue of mails. They are encrypted, because they contain codes that set passwords. */
export class Mails extends Migration {
  override name = '2026-11-25-mails'

  override up(): void {
    this.addSql(`create table mails (
      id uuid primary key,
      sealed text not null,
      created_at timestamptz(3) not null,
      attempts integer not null default 0,
      next_attempt_at timestamptz(3) not null,
      claimed_until timestamptz(3)
    )`)
    this.addSql('create index mails_due on mails (next_attempt_at)')
  }
}
