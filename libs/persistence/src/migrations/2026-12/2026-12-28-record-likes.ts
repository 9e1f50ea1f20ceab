import { Migration } from '@mikro-orm/migrations'

/**
 * C17.5: the likes of all declared types. Articles keep their table, which processes of the release before read and write. No
 * foreign key leads to the records of all types: the deletion of a record deletes its likes.
 */
export class RecordLikes extends Migration {
  override name = '2026-12-28-record-likes'

  override up(): void {
    this.addSql(`create table record_likes (
      record_id uuid not null,
      user_id integer not null references users on delete cascade,
      type text not null,
      created_at timestamptz(3) not null,
      primary key (record_id, user_id)
    )`)
    this.addSql('create index record_likes_user on record_likes (user_id)')
  }
}
