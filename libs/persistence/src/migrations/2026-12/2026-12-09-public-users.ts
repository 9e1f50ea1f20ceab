import { Migration } from '@mikro-orm/migrations'

/**
 * Lists know the public users (C7.9) without a look at their articles and comments: `public_users` has them, except for
 * the users in `doubted_users`, whose content has changed since (decision 75).
 */
export class PublicUsers extends Migration {
  override name = '2026-12-09-public-users'

  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

/** The triggers also run in bulk loads that turn off triggers by `session_replication_role`. */
const createTrigger = (name: string, table: string, when: string, call: string): readonly string[] => [
  `create trigger ${name} after ${when} execute function ${call}`,
  `alter table ${table} enable always trigger ${name}`,
]

const statements = [
  'create table public_users (user_id integer primary key references users on delete cascade)',
  // A doubt is first seen while nobody adds content of the user. Then it waits for all transactions that had begun.
  `create table doubted_users (
    user_id integer not null,
    seen boolean not null default false,
    settles_after xid8
  ) with (autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0)`,
  'create index doubted_users_user on doubted_users (user_id)',

  `create function has_public_content(person integer) returns boolean language sql stable as $$
    select exists (select from articles a where a.owner_id = person and a.status = 'PUBLISHED')
      or exists (
        select from comments c join articles a on a.id = c.article_id where c.author_id = person and a.status = 'PUBLISHED'
      )
    $$`,

  // Adds at most one doubt of each user in a transaction.
  `create function doubt_users(ids integer[]) returns void language plpgsql as $$
    begin
      insert into doubted_users (user_id)
        select distinct id from unnest(ids) id where not exists (
          select from doubted_users d where d.user_id = id and d.xmin = pg_current_xact_id()::xid
        );
    end $$`,

  // For new content: nothing changes for a user who is public without a doubt. The foreign keys lock the user before,
  // so that nobody settles the doubts meanwhile. Short statements by key keep their plans; one statement for all users
  // would be planned again for each comment, which takes three times as long as its insert.
  `create function doubt_author(person integer) returns void language plpgsql as $$
    begin
      if exists (select from doubted_users d where d.user_id = person) then
        if not exists (select from doubted_users d where d.user_id = person and not d.seen) then
          insert into doubted_users (user_id) values (person);
        end if;
      elsif not exists (select from public_users p where p.user_id = person) then
        insert into doubted_users (user_id) values (person);
      end if;
    end $$`,

  `create function doubt_changed_comments() returns trigger language plpgsql as $$
    declare
      person integer;
    begin
      case tg_op
        when 'INSERT' then
          for person in select distinct author_id from changed loop
            perform doubt_author(person);
          end loop;
        when 'DELETE' then perform doubt_users(array(select author_id from changed));
        else perform doubt_users(array[old.author_id, new.author_id]);
      end case;
      return null;
    end $$`,
  `create function doubt_changed_articles() returns trigger language plpgsql as $$
    declare
      person integer;
    begin
      case tg_op
        when 'INSERT' then
          for person in select distinct owner_id from changed where status = 'PUBLISHED' loop
            perform doubt_author(person);
          end loop;
        when 'DELETE' then
          perform doubt_users(array(select owner_id from changed where status = 'PUBLISHED'));
        else
          perform doubt_users(array[old.owner_id, new.owner_id]);
          if (old.status = 'PUBLISHED') <> (new.status = 'PUBLISHED') then
            perform doubt_users(array(select author_id from comments where article_id = new.id));
          end if;
      end case;
      return null;
    end $$`,
  ...['comments', 'articles'].flatMap((table) => [
    ...createTrigger(
      `doubt_added_${table}`,
      table,
      `insert on ${table} referencing new table as changed for each statement`,
      `doubt_changed_${table}()`,
    ),
    ...createTrigger(
      `doubt_removed_${table}`,
      table,
      `delete on ${table} referencing old table as changed for each statement`,
      `doubt_changed_${table}()`,
    ),
  ]),
  ...createTrigger(
    'doubt_moved_comments',
    'comments',
    `update of author_id, article_id on comments
      for each row when (old.author_id <> new.author_id or old.article_id <> new.article_id)`,
    'doubt_changed_comments()',
  ),
  ...createTrigger(
    'doubt_published_articles',
    'articles',
    `update of owner_id, status on articles
      for each row when (old.owner_id <> new.owner_id or (old.status = 'PUBLISHED') <> (new.status = 'PUBLISHED'))`,
    'doubt_changed_articles()',
  ),

  // Settles the doubts of at most `most` users, and sees as many new doubts. It waits for no lock, and one process does it
  // at a time. Each statement has a snapshot of its own, which contains all writes of the transactions that held the locks
  // before. The number of this transaction is greater than the number of each transaction that began before the doubt was
  // seen.
  `create function settle_users(most integer) returns boolean language plpgsql as $$
    declare
      locked integer[];
    begin
      if not exists (select from doubted_users) then
        return true;
      end if;
      if not pg_try_advisory_xact_lock('pg_class'::regclass::oid::integer, 'doubted_users'::regclass::oid::integer) then
        return false;
      end if;
      locked := array(
        select u.id from users u
        where u.id in (
          select user_id from doubted_users where settles_after <= pg_snapshot_xmin(pg_current_snapshot()) limit most
        ) for update skip locked
      );
      delete from doubted_users d
        where settles_after <= pg_snapshot_xmin(pg_current_snapshot())
          and (user_id = any(locked) or not exists (select from users u where u.id = d.user_id));
      delete from public_users where user_id = any(locked) and not has_public_content(user_id);
      insert into public_users
        select id from unnest(locked) id where has_public_content(id) on conflict do nothing;
      update doubted_users set settles_after = pg_current_xact_id() where seen and settles_after is null;
      locked := array(
        select u.id from users u
        where u.id in (select user_id from doubted_users where not seen limit most) for update skip locked
      );
      update doubted_users d set seen = true
        where not seen and (user_id = any(locked) or not exists (select from users u where u.id = d.user_id));
      return not exists (select from doubted_users);
    end $$`,

  // All users are in doubt, so that a large database need not wait for the look at the content of each user.
  'insert into doubted_users (user_id) select id from users',
]
