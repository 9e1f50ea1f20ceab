import { Migration } from '@mikro-orm/migrations'

/** Columns by which a subscriber receives each event once, regardless of the process that has written it. */
export class LiveEvents extends Migration {
  override name = '2026-11-25-live-events'

  override up(): void {
    // The transaction of an event and the transactions that ran beside it: positions alone do not give the order of
    // commits.
    this.addSql('alter table events add column transaction_id xid8, add column snapshot pg_snapshot')
    this.addSql(`alter table events
      alter column transaction_id set default pg_current_xact_id(),
      alter column snapshot set default pg_current_snapshot()`)
    this.addSql('create index events_transaction on events (transaction_id)')
    this.addSql('create index events_type on events (type, position)')
    this.addSql(`create function tell_of_events() returns trigger language plpgsql as $$
      begin perform pg_notify('events', ''); return null; end $$`)
    this.addSql(`create trigger events_told after insert on events
      for each statement execute function tell_of_events()`)
  }
}
