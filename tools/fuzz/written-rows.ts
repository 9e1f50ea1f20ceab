import type { Client } from 'pg'

/** These tables are written in the background, at any time after a write of content (decisions 75 and 9). */
const BACKGROUND = ['doubted_users', 'public_users', 'search_neighbours']

/** The statistics of PostgreSQL are up to a second late. These triggers count exactly, and only committed rows. */
const COUNT_ROWS = `
  create table fuzz_written (name text not null);
  create function fuzz_count() returns trigger language plpgsql as $$
    begin insert into public.fuzz_written values (tg_table_name); return null; end $$;
  do $$ declare name text; begin
    for name in select tablename from pg_tables where schemaname = 'public'
        and tablename <> all ('{${['fuzz_written', ...BACKGROUND].join()}}') loop
      execute format('create trigger fuzz_count after insert or update or delete on public.%I for each row execute function public.fuzz_count()', name);
    end loop;
  end $$`

export const countWrittenRows = async (database: Client): Promise<void> => {
  await database.query(COUNT_ROWS)
}

/** The table of each row that was written since the last call. */
export const takeWrittenRows = async (database: Client): Promise<readonly string[]> => {
  const { rows } = await database.query<{ name: string }>('delete from fuzz_written returning name')
  return rows.map(({ name }) => name)
}
