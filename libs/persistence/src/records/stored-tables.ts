import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { findRows } from '../statements/sql.ts'

/** A column of a table in the database. */
export interface StoredColumn {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly isNullable: boolean
  readonly defaultValue: string | null
}

/** The type of a column as a declaration writes it. */
export const describeType = ({ type }: Pick<StoredColumn, 'type'>): string =>
  type.replace(/^timestamp\((\d)\) with time zone$/, 'timestamptz($1)')

/** A constraint, an index or a trigger in the database, as a statement of PostgreSQL. */
export interface StoredPart {
  readonly table: string
  readonly kind:
    'primary key' | 'foreign key' | 'check' | 'unique constraint' | 'unique index' | 'index' | 'trigger'
  readonly name: string
  readonly statement: string
}

/** The columns and the parts of tables in the database, under the name of the table. */
export interface StoredTables {
  readonly columns: ReadonlyMap<string, readonly StoredColumn[]>
  readonly parts: ReadonlyMap<string, readonly StoredPart[]>
}

const listTables = (names: readonly string[]) =>
  sql`select c.oid, c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = current_schema() and c.relkind in ('r', 'p') and c.relname = any(${names})`

const readColumns = (em: SqlEntityManager, names: readonly string[]) =>
  findRows(
    em,
    sql<StoredColumn>`
      select t.relname as "table", a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
        not a.attnotnull as "isNullable",
        coalesce(pg_get_expr(d.adbin, d.adrelid), nullif(a.attidentity::text, '')) as "defaultValue"
      from (${listTables(names)}) t
        join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
        left join pg_attrdef d on d.adrelid = t.oid and d.adnum = a.attnum
      order by t.relname, a.attnum`,
  )

const readParts = (em: SqlEntityManager, names: readonly string[]) =>
  findRows(
    em,
    sql<StoredPart>`
      with t as (${listTables(names)})
      select t.relname as "table", c.conname as name,
        case c.contype when 'p' then 'primary key' when 'f' then 'foreign key' else 'check' end as kind,
        'alter table ' || t.relname || ' add constraint ' || c.conname || ' ' || pg_get_constraintdef(c.oid, true) as statement
      from t join pg_constraint c on c.conrelid = t.oid and c.contype in ('p', 'f', 'c')
      union all
      select t.relname, i.relname, case when u.oid is not null then 'unique constraint'
        when x.indisunique then 'unique index' else 'index' end, pg_get_indexdef(i.oid, 0, true)
      from t join pg_index x on x.indrelid = t.oid and x.indisvalid and not x.indisprimary
        join pg_class i on i.oid = x.indexrelid
        left join pg_constraint u on u.conindid = x.indexrelid and u.contype in ('u', 'x')
      union all
      select t.relname, g.tgname, 'trigger', pg_get_triggerdef(g.oid, true)
      from t join pg_trigger g on g.tgrelid = t.oid and not g.tgisinternal and g.tgenabled <> 'D'`,
  )

/** Reads the tables of these names; a table that does not exist has no columns. */
export const readTables = async (em: SqlEntityManager, names: readonly string[]): Promise<StoredTables> => ({
  columns: Map.groupBy(await readColumns(em, names), ({ table }) => table),
  parts: Map.groupBy(await readParts(em, names), ({ table }) => table),
})

/**
 * The tables without a declaration that a declared type or its links had: they have the index of the newest records, or the
 * columns of a joining table.
 */
export const listUndeclaredTables = async (
  em: SqlEntityManager,
  declared: readonly string[],
): Promise<readonly string[]> => {
  const rows = await findRows(
    em,
    sql<{ name: string }>`select c.relname as name
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = current_schema() and c.relkind in ('r', 'p') and c.relname <> all(${declared})
        and (exists (select from pg_index x join pg_class i on i.oid = x.indexrelid
            where x.indrelid = c.oid and i.relname = c.relname || '_newest')
          or (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
            where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) = '{record_id,linked_id,place}')
      order by 1`,
  )
  return rows.map(({ name }) => name)
}
