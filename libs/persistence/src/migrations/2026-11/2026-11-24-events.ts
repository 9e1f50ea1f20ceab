import { Migration } from '@mikro-orm/migrations'

/** The outbox with the domain events (C11.1), which the transaction of each write fills. */
export class Events extends Migration {
  override name = '2026-11-24-events'

  override up(): void {
    // No foreign keys: an event outlives its record.
    this.addSql(`create table events (
      id uuid primary key,
      position bigint generated always as identity,
      type text not null,
      resource text not null,
      resource_id text not null,
      at timestamptz(3) not null,
      data jsonb not null,
      dispatched_at timestamptz(3)
    )`)
    this.addSql('create index events_waiting on events (position) where dispatched_at is null')
    this.addSql('create index events_at on events (at)')
  }
}
