import { Migration } from '@mikro-orm/migrations'

/** The declaration of users makes each whole number an integer. */
export class Ages extends Migration {
  override name = '2026-12-03-ages'

  override up(): void {
    this.addSql('alter table users alter column age type integer')
  }
}
