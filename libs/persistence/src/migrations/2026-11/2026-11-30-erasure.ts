import { Migration } from '@mikro-orm/migrations'

/** Indexes that find the traces of a person without a read of every event (C11.2). */
export class ErasureIndexes extends Migration {
  override name = '2026-11-30-erasure'

  override up(): void {
    for (const [name, member] of [
      ['owner', 'ownerId'],
      ['author', 'authorId'],
      ['article_owner', 'articleOwnerId'],
    ]) {
      const person = `((data ->> '${member}')::integer)`
      this.addSql(`create index events_${name} on events (${person}) where ${person} is not null`)
    }
    this.addSql(`create index events_user on events (resource_id) where resource = 'users'`)
  }
}
