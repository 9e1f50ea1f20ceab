import { Migration } from '@mikro-orm/migrations'

/** The index of the lists of categories, as for the lists of all declared types. */
export class NewestCategories extends Migration {
  override name = '2026-12-02-newest-categories'

  override up(): void {
    this.addSql('create index categories_newest on categories (created_at desc, id desc)')
  }
}
