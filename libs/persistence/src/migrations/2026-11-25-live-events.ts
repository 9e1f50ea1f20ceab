import { Migration } from '@mikro-orm/migrations'

/** So that whoever listens hears of each event once, whichever process has written it. */
export class LiveEvents extends Migration {
  override name = '2026-11-25-live-events'

  override up(): void {
    // Which write an event is of, and which others were under way: positions alone do not tell what was committed first.
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
