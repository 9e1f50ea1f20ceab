import { Migration } from '@mikro-orm/migrations'

/** Codes that set a password once, stored under the digest of their text (C3.8). */
export class Accounts extends Migration {
  override name = '2026-11-21-accounts'

  override up(): void {
    this.addSql(`create table one_time_tokens (
      user_id integer not null references users on delete cascade,
      purpose text not null,
      digest text not null,
      created_at timestamptz(3) not null,
      expires_at timestamptz(3) not null,
      primary key (user_id, purpose)
    )`)
    this.addSql('create unique index one_time_tokens_digest_key on one_time_tokens (digest)')
  }
}
