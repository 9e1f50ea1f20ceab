import { Migration } from '@mikro-orm/migrations'

/** The deliveries of events to webhooks, which are also the delivery log (C11.1). */
export class WebhookDeliveries extends Migration {
  override name = '2026-11-24-webhook-deliveries'

  override up(): void {
    this.addSql(`alter table webhooks
      add column failing_since timestamptz(3),
      add column previous_sealed_secret text,
      add column previous_secret_until timestamptz(3)`)
    // Position and stream are copied from the event, so that the order of deliveries needs no read of the events.
    this.addSql(`create table webhook_deliveries (
      id uuid primary key,
      webhook_id uuid not null references webhooks on delete cascade,
      event_id uuid not null references events on delete cascade,
      position bigint not null,
      stream text not null,
      type text not null,
      status text not null,
      attempts integer not null,
      next_attempt_at timestamptz(3),
      last_attempt_at timestamptz(3),
      status_code integer,
      error text,
      created_at timestamptz(3) not null,
      claimed_until timestamptz(3)
    )`)
    this.addSql(
      `create index webhook_deliveries_pending on webhook_deliveries (webhook_id, stream, position) where status = 'PENDING'`,
    )
    this.addSql(
      'create index webhook_deliveries_log on webhook_deliveries (webhook_id, created_at desc, id desc)',
    )
    this.addSql(
      `create index webhook_deliveries_dead on webhook_deliveries (created_at desc, id desc) where status = 'DEAD'`,
    )
    this.addSql('create index webhook_deliveries_event on webhook_deliveries (event_id)')
  }
}
