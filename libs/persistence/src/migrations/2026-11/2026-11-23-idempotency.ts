import { Migration } from '@mikro-orm/migrations'

/** Completed requests with an Idempotency-Key, and their answers (C6.9). Name and payload are keyed hashes. */
export class Idempotency extends Migration {
  override name = '2026-11-23-idempotency'

  override up(): void {
    this.addSql(`create table idempotency_keys (
      name text primary key,
      payload text not null,
      answer text not null,
      expires_at timestamptz(3) not null
    )`)
    this.addSql('create index idempotency_keys_expired on idempotency_keys (expires_at)')
  }
}
