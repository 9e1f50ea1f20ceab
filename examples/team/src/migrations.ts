import { Migration } from '@content-service/persistence'

/** The table of Meetup. */
class Meetups extends Migration {
  override name = '2026-12-01-meetups'

  override up(): void {
    this.addSql(`create table meetups (
      id uuid primary key,
      title text not null,
      description text,
      starts_at timestamptz(3) not null,
      contact text,
      reason text,
      tags text[] not null,
      status text not null,
      topic_id uuid not null constraint meetups_topic_id_fkey references categories,
      organizer_id integer not null default 1
        constraint meetups_organizer_id_fkey references users on delete set default,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3),
      ref text,
      version integer not null
    )`)
    this.addSql('create index meetups_topic_id on meetups (topic_id)')
    this.addSql('create index meetups_organizer_id on meetups (organizer_id)')
    this.addSql(`create trigger search_meetups after insert or update of title, description, tags on meetups
      for each row execute function search_record('MEETUP', '{title}', '{tags}', '{description}')`)
    this.addSql(`create trigger forget_meetups after delete on meetups
      for each row execute function forget_record('MEETUP')`)
  }
}

/** The field of Book. */
class Pages extends Migration {
  override name = '2026-12-02-pages'

  override up(): void {
    this.addSql('alter table products add column pages integer')
  }
}

export const migrations = [Meetups, Pages]
