import { Migration } from '@mikro-orm/migrations'

/** C17.10: the statements of indexes that are to be made when the transaction of their migration has ended. */
export class WaitingIndexes extends Migration {
  override name = '2026-12-20-waiting-indexes'

  override up(): void {
    // It is the first migration after the last release, and all run in one transaction. Writers of that release lock a record first and
    // the events last. Locks in another order made PostgreSQL end their transactions as deadlocks, and each was a 503.
    for (const lock of LOCKS) this.addSql(`lock table ${lock} mode`)
    this.addSql(`create table waiting_indexes (
      place bigint generated always as identity primary key,
      statement text not null
    )`)
  }
}

/** What the following migrations need of tables that exist, in the order of writers. */
const LOCKS = [
  'users in share row exclusive',
  'articles in access exclusive',
  'revisions in access exclusive',
  'events in access exclusive',
]
