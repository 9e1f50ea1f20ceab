import { Migration } from '@mikro-orm/migrations'

/** C17.10: the statements of indexes that are to be made when the transaction of their migration has ended. */
export class WaitingIndexes extends Migration {
  override name = '2026-12-20-waiting-indexes'

  override up(): void {
    this.addSql(`create table waiting_indexes (
      place bigint generated always as identity primary key,
      statement text not null
    )`)
  }
}
