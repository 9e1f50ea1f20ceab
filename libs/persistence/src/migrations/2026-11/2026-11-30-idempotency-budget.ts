import { Migration } from '@mikro-orm/migrations'

/** The stored answers of idempotent requests have a budget for each principal (C12.15). */
export class IdempotencyBudget extends Migration {
  override name = '2026-11-30-idempotency-budget'

  override up(): void {
    this.addSql('alter table idempotency_keys alter column answer drop not null')
    this.addSql(`alter table idempotency_keys
      add column location text,
      add column done_at timestamptz(3) not null default now(),
      add column principal text not null default ''`)
    this.addSql(
      'alter table idempotency_keys alter column done_at drop default, alter column principal drop default',
    )
    this.addSql('create index idempotency_keys_principal on idempotency_keys (principal, expires_at)')
  }
}
