import { Migration } from '@mikro-orm/migrations'

/** Processes tell of their writes after the commits: a NOTIFY in a transaction makes commits wait for each other. */
export class NoticesAfterCommits extends Migration {
  override name = '2026-12-09-write-notices'

  override up(): void {
    this.addSql('drop trigger events_told on events')
    this.addSql('drop function tell_of_events()')
  }
}
