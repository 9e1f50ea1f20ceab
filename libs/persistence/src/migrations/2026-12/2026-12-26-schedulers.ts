import { Migration } from '../migration.ts'

/**
 * C17.2: articles note the user who set their schedule. The index has scheduled articles alone; a deletion of a user finds
 * these articles by it.
 */
export class Schedulers extends Migration {
  override name = '2026-12-26-schedulers'

  override readonly indexes: readonly string[] = [
    'create index articles_scheduled_by on articles (scheduled_by) where scheduled_by is not null',
  ]

  override up(): void {
    this.addSql('alter table articles add column scheduled_by integer references users on delete set null')
  }
}
