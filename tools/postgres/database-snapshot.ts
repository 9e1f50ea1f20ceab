/** A connection of pg, or a PGlite. */
export interface Queryable {
  query<Row>(sql: string, values?: unknown[]): Promise<{ rows: Row[] }>
}

interface Table {
  readonly name: string
  /** The columns without generated columns. */
  readonly columns: string
  /** The rows as JSON. */
  readonly rows: string
}

interface Sequence {
  readonly name: string
  readonly value: string
  readonly called: boolean
}

/** The rows, sequences and schema of a database with little content. */
export interface DatabaseSnapshot {
  readonly schema: string
  readonly tables: readonly Table[]
  readonly sequences: readonly Sequence[]
}

const TABLES = `
  SELECT quote_ident(table_name) AS name, string_agg(quote_ident(column_name), ', ') AS columns
  FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
  WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND is_generated = 'NEVER'
  GROUP BY table_name`

const SEQUENCES = `
  SELECT quote_ident(sequencename) AS name, coalesce(last_value, start_value)::text AS value,
    last_value IS NOT NULL AS called
  FROM pg_sequences WHERE schemaname = 'public'`

/** One hash of all parts of a schema that DDL can change. */
const SCHEMA = `
  SELECT md5(string_agg(line, '|' ORDER BY line)) AS schema FROM (
    SELECT concat_ws(' ', nspname) FROM pg_namespace WHERE nspname !~ '^pg_'
    UNION ALL SELECT concat_ws(' ', oid, relname, relkind, reloptions) FROM pg_class WHERE relnamespace = 'public'::regnamespace
    UNION ALL SELECT concat_ws(' ', attrelid, attname, atttypid, attnotnull, atthasdef, attisdropped)
      FROM pg_attribute WHERE attrelid IN (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace)
    UNION ALL SELECT concat_ws(' ', oid, conname) FROM pg_constraint
    UNION ALL SELECT concat_ws(' ', oid, tgname, tgenabled) FROM pg_trigger
    UNION ALL SELECT concat_ws(' ', oid, proname, md5(prosrc)) FROM pg_proc WHERE pronamespace = 'public'::regnamespace
  ) AS parts (line)`

export async function takeSnapshot(database: Queryable): Promise<DatabaseSnapshot> {
  const { rows: named } = await database.query<Omit<Table, 'rows'>>(TABLES)
  const tables: Table[] = []
  for (const { name, columns } of named) {
    const sql = `SELECT coalesce(json_agg(t), '[]')::text AS rows FROM ${name} t`
    const [found] = (await database.query<{ rows: string }>(sql)).rows
    tables.push({ name, columns, rows: found?.rows ?? '[]' })
  }
  const { rows: sequences } = await database.query<Sequence>(SEQUENCES)
  return { schema: await readSchema(database), tables, sequences }
}

/**
 * Restores rows and sequences, while triggers and foreign keys are off.
 * @returns false if the schema has changed, so that the database must not be used again.
 */
export async function restoreSnapshot(
  database: Queryable,
  { schema, tables, sequences }: DatabaseSnapshot,
): Promise<boolean> {
  if ((await readSchema(database)) !== schema) return false
  await database.query('SET session_replication_role = replica')
  await emptyTables(database, tables)
  for (const table of tables) if (table.rows !== '[]') await fillTable(database, table)
  for (const { name, value, called } of sequences)
    await database.query('SELECT setval($1::regclass, $2::text::bigint, $3)', [name, value, called])
  await database.query('RESET session_replication_role')
  return true
}

/**
 * TRUNCATE creates new files. DELETE creates none, but leaves dead rows in the old files, which is slow for large
 * tables.
 */
async function emptyTables(database: Queryable, tables: readonly Table[]): Promise<void> {
  const sizes = tables.map(
    ({ name }) => `SELECT '${name}' AS name, pg_total_relation_size('${name}') AS size`,
  )
  const { rows } = await database.query<{ name: string; size: string }>(sizes.join(' UNION ALL '))
  const isLarge = rows.some(({ size }) => Number(size) > LARGE_BYTES)
  if (isLarge) await database.query(`TRUNCATE ${tables.map(({ name }) => name).join(', ')}`)
  else for (const { name } of tables) await database.query(`DELETE FROM ${name}`)
}

const LARGE_BYTES = 500_000

async function fillTable(database: Queryable, { name, columns, rows }: Table): Promise<void> {
  const records = `json_populate_recordset(NULL::${name}, $1)`
  await database.query(
    `INSERT INTO ${name} (${columns}) OVERRIDING SYSTEM VALUE SELECT ${columns} FROM ${records}`,
    [rows],
  )
}

async function readSchema(database: Queryable): Promise<string> {
  const { rows } = await database.query<{ schema: string }>(SCHEMA)
  return rows[0]?.schema ?? ''
}
