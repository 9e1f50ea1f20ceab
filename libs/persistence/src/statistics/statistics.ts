import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { execute, findRows } from '../statements/sql.ts'

/** The tables of the service's role with rows and without statistics, or with many rows that are newer than these. */
const STALE_TABLES = sql<{ name: string }>`select c.relname as name
  from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    left join pg_stat_user_tables s on s.relid = c.oid
  where n.nspname = current_schema() and c.relkind = 'r' and pg_get_userbyid(c.relowner) = current_user
    and pg_relation_size(c.oid) > 0
    and (s.n_mod_since_analyze > 1000 + greatest(c.reltuples, 0) / 10
      or not exists (select from pg_stats p where p.schemaname = n.nspname and p.tablename = c.relname))
  order by c.relname`

/**
 * Collects statistics about tables of which more than a tenth and 1,000 rows have changed, and about those without any.
 * Without statistics PostgreSQL plans joins of filters as if each table had few rows. PGlite has no autovacuum, and that of
 * a server waits up to a minute.
 */
export const refreshStatistics = async (em: SqlEntityManager): Promise<void> => {
  for (const { name } of await findRows(em, STALE_TABLES))
    await execute(em, sql`analyze (skip_locked) ${sql.id(name)}`)
}
