import { Migration } from '@mikro-orm/migrations'

/**
 * C16.4: which handlers wait for which events, and the events on their way to handlers. The workers of all versions of a model
 * read the subscriptions from here, so that a worker that does not know a new handler loses none of its events.
 */
export class Handlers extends Migration {
  override name = '2026-12-24-handlers'

  override up(): void {
    this.addSql('alter table events add column depth integer not null default 0')
    this.addSql(`create table handler_subscriptions (
      handler text not null,
      event text not null,
      started_after bigint not null,
      seen_at timestamptz(3) not null,
      primary key (handler, event)
    )`)
    // Position and stream are copied from the event, so that the order of runs needs no read of the events.
    this.addSql(`create table handler_runs (
      id uuid primary key,
      handler text not null,
      event_id uuid not null references events on delete cascade,
      position bigint not null,
      stream text not null,
      type text not null,
      status text not null,
      attempts integer not null,
      next_attempt_at timestamptz(3) not null,
      error text not null,
      mails text[] not null default '{}',
      created_at timestamptz(3) not null,
      claimed_until timestamptz(3)
    )`)
    for (const [name, columns] of Object.entries(INDEXES))
      this.addSql(`create index handler_runs_${name} on handler_runs ${columns}`)
  }
}

const INDEXES = {
  pending: `(handler, stream, position) where status = 'PENDING'`,
  due: `(handler, next_attempt_at, position) where status = 'PENDING'`,
  dead: `(created_at desc, id desc) where status = 'DEAD'`,
  event: '(event_id)',
} as const
