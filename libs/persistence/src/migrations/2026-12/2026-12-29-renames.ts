import { Migration } from '@mikro-orm/migrations'

/**
 * C17.10: the names of now that migrations of a team have given to types, fields and members of parts, each with the name before.
 * The catalog of PostgreSQL does not tell the names inside of JSON and of events.
 */
export class Renames extends Migration {
  override name = '2026-12-29-renames'

  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

const statements = [
  'create table declared_renames (place text primary key, earlier text not null)',

  // Gives the members of a value other names. `plan` has the `names` of the members, the plans of their `values`, or those of the
  // `types` of blocks. An array has the plan of its items. A value with both names keeps the one of now.
  `create function rename_members(value jsonb, plan jsonb) returns jsonb language plpgsql immutable as $$
    begin
      if plan is null then
        return value;
      end if;
      if jsonb_typeof(value) = 'array' then
        return (select coalesce(jsonb_agg(rename_members(item, plan) order by place), '[]')
          from jsonb_array_elements(value) with ordinality items (item, place));
      end if;
      if jsonb_typeof(value) = 'string' then
        return coalesce(plan -> 'texts' -> (value #>> '{}'), value);
      end if;
      if jsonb_typeof(value) <> 'object' then
        return value;
      end if;
      if jsonb_exists(plan, 'types') then
        return rename_members(value, plan -> 'types' -> (value ->> 'type'));
      end if;
      return (select coalesce(jsonb_object_agg(
          coalesce(plan -> 'names' ->> key, key), rename_members(member, plan -> 'values' -> key)
        ), '{}')
        from jsonb_each(value) members (key, member)
        where not coalesce(jsonb_exists(value, plan -> 'names' ->> key), false));
    end $$`,
]
