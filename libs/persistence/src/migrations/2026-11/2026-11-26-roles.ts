import { Migration } from '@mikro-orm/migrations'

/**
 * The list of a user's roles (C12.3). `role` stays for processes of earlier releases, which read and write no other
 * column: the trigger sets `role` to the highest built-in role of the user, and copies their writes to the list. The
 * column and the trigger can be removed when no such process runs.
 */
export class Roles extends Migration {
  override name = '2026-11-26-roles'

  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

const statements = [
  'alter table users add column roles text[]',
  'update users set roles = array[role]',
  "alter table users alter column roles set not null, alter column role set default 'GUEST'",

  `create function keep_role() returns trigger language plpgsql as $$
    declare
      built_in constant text[] := array['ADMIN', 'EDITOR', 'AUTHOR', 'READER', 'GUEST'];
    begin
      if tg_op = 'INSERT' then
        new.roles := coalesce(new.roles, array[new.role]);
      elsif new.role is distinct from old.role and new.roles = old.roles then
        new.roles := new.role || array(
          select name from unnest(old.roles) with ordinality held(name, place) where name <> all(built_in) order by place);
      end if;
      new.role := coalesce((
        select name from unnest(built_in) with ordinality ranked(name, place)
        where name = any(new.roles) order by place limit 1), 'GUEST');
      return new;
    end $$`,
  'create trigger users_keep_role before insert or update of role, roles on users for each row execute function keep_role()',

  'drop index users_administrators',
  "create index users_administrators on users (id) where 'ADMIN' = any(roles)",
]
