import { Migration } from '@mikro-orm/migrations'

/** Changes the age to an integer, which is the column of each declared whole number. */
export class Ages extends Migration {
  override name = '2026-12-03-ages'

  override up(): void {
    this.addSql('alter table users alter column age type integer')
  }
}
