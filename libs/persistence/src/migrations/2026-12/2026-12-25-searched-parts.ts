import { Migration } from '@mikro-orm/migrations'

/**
 * C16.1: searches find texts in parts. An argument of the trigger `search_record` names the steps to them behind the column, such as
 * `page[paragraph].text` for the member of a block and `contact.hours` for that of a group. Lists need no step.
 */
export class SearchedParts extends Migration {
  override name = '2026-12-25-searched-parts'

  override up(): void {
    for (const statement of statements) this.addSql(statement)
  }
}

const statements = [
  // Steps as a path of PostgreSQL, which also looks into the items of lists. Names have letters and digits alone.
  `create function parts_path(steps text) returns jsonpath language sql immutable parallel safe as $$
      select ('$' || regexp_replace(
        regexp_replace(steps, '\\.([A-Za-z0-9]+)', '."\\1"', 'g'),
        '\\[([A-Za-z0-9]+)\\]', '[*] ? (@.type == "\\1")', 'g'
      ) || '[*]')::jsonpath
    $$`,

  // The texts of a column behind these steps. `#>` reads a long value once for all steps.
  `create function search_parts(value jsonb, steps text[]) returns text language sql immutable parallel safe as $$
      with read_once as materialized (select value #> '{}' as whole)
      select string_agg(part #>> '{}', ' ' order by number, place)
      from read_once
        cross join unnest(steps) with ordinality ways (way, number)
        cross join jsonb_path_query(whole, parts_path(way)) with ordinality parts (part, place)
      where jsonb_typeof(part) = 'string'
    $$`,

  // The expression for the texts of the row `t` with these names.
  `create or replace function search_texts(columns text[]) returns text language sql stable as $$
      select coalesce('concat_ws('' '', ' || string_agg(
        case when steps is null then format('search_text(t.%I)', name) else format('search_parts(t.%I, %L)', name, steps) end,
        ', ' order by place) || ')', '''''')
      from (
        select substring(given from '^[^.[]+') as name, min(place) as place,
          array_agg(substring(given from '[.[].*$') order by place) filter (where given ~ '[.[]') as steps
        from unnest(columns) with ordinality names (given, place) group by 1
      ) named
    $$`,
]
