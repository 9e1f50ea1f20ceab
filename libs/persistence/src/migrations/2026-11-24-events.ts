import { Migration } from '@mikro-orm/migrations'

/** The outbox: what has happened (C11.1), written in the transaction of what made it happen. */
export class Events extends Migration {
  override name = '2026-11-24-events'

  override up(): void {
    // No foreign keys: an event outlives what it tells of.
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
