import type { Client } from 'pg'

/** These tables are written in the background, at any time after a write of content (decisions 75 and 9). */
const BACKGROUND = ['doubted_users', 'public_users', 'search_neighbours']

/** The statistics of PostgreSQL are up to a second late. These triggers count exactly, and only committed rows. */
const COUNT_ROWS = `
  create table fuzz_written (name text not null);
  create function fuzz_count() returns trigger language plpgsql as $$
    begin insert into public.fuzz_written values (tg_table_name); return null; end $$`

const LIST_TABLES = `select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and tablename <> all ($1)`

export const countWrittenRows = async (database: Client): Promise<void> => {
  await database.query(COUNT_ROWS)
  const { rows } = await database.query<{ name: string }>(LIST_TABLES, [['fuzz_written', ...BACKGROUND]])
  // One transaction for each table: the service writes beside this, and would wait for one table while this waits for another.
  for (const { name } of rows)
    await database.query(
      `create trigger fuzz_count after insert or update or delete on public.${name} for each row execute function public.fuzz_count()`,
    )
}

/** The table of each row that was written since the last call. */
export const takeWrittenRows = async (database: Client): Promise<readonly string[]> => {
  const { rows } = await database.query<{ name: string }>('delete from fuzz_written returning name')
  return rows.map(({ name }) => name)
}
