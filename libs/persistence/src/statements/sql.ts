import { isDeepStrictEqual } from 'node:util'
import type { SqlEntityManager } from '@mikro-orm/sql'
import {
  CompiledQuery,
  createQueryId,
  PostgresQueryCompiler,
  sql,
  type RawBuilder,
  type RawNode,
} from 'kysely'
import { toSnakeCase } from './rows.ts'

/** A statement or a part of a statement, with its values separate from the text. */
export type Sql<Row = unknown> = RawBuilder<Row>

/** The rows of a statement, which runs in the transaction of the entity manager. */
export const findRows = async <Row>(em: SqlEntityManager, statement: Sql<Row>): Promise<readonly Row[]> =>
  (await statement.execute(em.getKysely())).rows

/** The rows of a compiled statement. */
export const findPreparedRows = async (
  em: SqlEntityManager,
  text: string,
  values: readonly unknown[],
): Promise<readonly object[]> =>
  (await em.getKysely().executeQuery<object>(CompiledQuery.raw(text, [...values]))).rows

export const findRow = async <Row>(em: SqlEntityManager, statement: Sql<Row>): Promise<Row | null> =>
  (await findRows(em, statement))[0] ?? null

/** Runs a statement that writes, and returns the number of rows that it has written. */
export const execute = async (em: SqlEntityManager, statement: Sql): Promise<number> =>
  Number((await statement.execute(em.getKysely())).numAffectedRows ?? 0)

const compiler = new PostgresQueryCompiler()

/** The text of a statement with the placeholders `$1`, `$2` and so on, and their values. */
export const compileStatement = (
  statement: Sql,
): { readonly text: string; readonly values: readonly unknown[] } => {
  // The statement is a template, whose node is a RawNode.
  const node = statement.toOperationNode() as RawNode
  const { sql: text, parameters: values } = compiler.compileQuery(node, createQueryId())
  return { text, values }
}

/**
 * A part without values, compiled to one text, for parts of many statements: otherwise Kysely would compile each name
 * of the part again for each statement.
 */
export const precompile = (part: Sql): Sql => {
  const { text, values } = compileStatement(part)
  if (values.length > 0) throw new Error(`The part has values: ${text}`)
  // The text is safe, because Kysely has made it from a template and has quoted its names.
  return sql.raw(text)
}

/** Columns to select, by the names of their attributes. */
export const columns = (...attributes: readonly string[]): Sql =>
  sql.join(attributes.map((attribute) => sql`${sql.ref(toSnakeCase(attribute))} as ${sql.ref(attribute)}`))

/** C2.2: the text of a time. */
export const timeText = (column: Sql): Sql =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Inserts rows with the same attributes with one statement. Each attribute has the name of its column. */
export const insertInto = <Row extends object>(table: string, ...rows: readonly Row[]): Sql => {
  const attributes = Object.keys(rows[0] ?? {}) as (keyof Row & string)[]
  const values = rows.map((row) => sql`(${sql.join(attributes.map((attribute) => row[attribute]))})`)
  return sql`insert into ${sql.table(table)} (${sql.join(attributes.map((name) => sql.ref(toSnakeCase(name))))}) values ${sql.join(values)}`
}

/** The row of an update. */
interface UpdatedRow<Row> {
  readonly table: string
  readonly key: keyof Row & string
  /** Makes the parameter of a value; by default the value itself. */
  readonly writeValue?: (name: string, value: unknown) => unknown
}

/** Writes the values of the next version of a row that differ; no statement if none differs. @returns the written row. */
export const updateRow = async <Row extends object>(
  em: SqlEntityManager,
  { table, key, writeValue = (_, value) => value }: UpdatedRow<Row>,
  { before, after }: { readonly before: Row; readonly after: Row },
): Promise<Row> => {
  // The later version can also have facts of other rows, which are no columns.
  const names = Object.keys(before) as (keyof Row & string)[]
  const changed = names.filter((name) => !isDeepStrictEqual(before[name], after[name]))
  if (changed.length === 0) return before
  const changes = changed.map((name) => sql`${sql.ref(toSnakeCase(name))} = ${writeValue(name, after[name])}`)
  const isRow = sql`${sql.ref(toSnakeCase(key))} = ${before[key]}`
  await execute(em, sql`update ${sql.table(table)} set ${sql.join(changes)} where ${isRow}`)
  return { ...before, ...Object.fromEntries(changed.map((name) => [name, after[name]])) }
}
