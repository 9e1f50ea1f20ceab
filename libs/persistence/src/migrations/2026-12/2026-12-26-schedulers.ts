import { Migration } from '@mikro-orm/migrations'

/**
 * C17.2: the user who has set the schedule of an article. The index holds scheduled articles alone: it finds those of a user
 * whose account is deleted.
 */
export class Schedulers extends Migration {
  override name = '2026-12-26-schedulers'

  override up(): void {
    this.addSql('alter table articles add column scheduled_by integer references users on delete set null')
    this.addSql(
      'create index articles_scheduled_by on articles (scheduled_by) where scheduled_by is not null',
    )
  }
}
