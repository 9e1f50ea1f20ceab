import { Migration } from '@mikro-orm/migrations'

/** An index that finds the first due deliveries of each webhook, among any number of deliveries (C11.1). */
export class DueDeliveries extends Migration {
  override name = '2026-11-27-due-deliveries'

  override up(): void {
    this.addSql(
      `create index webhook_deliveries_due on webhook_deliveries (webhook_id, next_attempt_at, position) where status = 'PENDING'`,
    )
  }
}
