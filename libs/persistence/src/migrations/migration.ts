import { Migration as MikroMigration } from '@mikro-orm/migrations'
import { parseIndexChange } from './index-change.ts'

const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`

/**
 * A migration. The statements of `up()` run in one transaction, in which each table that they change is locked. C17.10: what takes
 * long on a large table is in `indexes`.
 */
export abstract class Migration extends MikroMigration {
  /**
   * Statements such as `create index books_by_title on books (title)`, and `drop index` for what they replace. They run after the
   * transaction, in their order: beside writes of other processes if the table has more than 100,000 rows. A start finishes what an
   * earlier one has left.
   */
  readonly indexes: readonly string[] = []

  /** The transaction notes the indexes, so that none is forgotten. @throws Error for another statement. */
  override getQueries(): ReturnType<MikroMigration['getQueries']> {
    this.indexes.forEach(parseIndexChange)
    const waiting = this.indexes.map(
      (statement) => `insert into waiting_indexes (statement) values (${quote(statement)})`,
    )
    return [...super.getQueries(), ...waiting]
  }
}
