import type { AbstractSqlConnection, AbstractSqlPlatform, SqlEntityManager } from '@mikro-orm/sql'
import { isRaw, raw } from '@mikro-orm/core'
import { CompiledQuery } from 'kysely'

type Execute = AbstractSqlConnection['execute']
type Query = Parameters<Execute>[0]
type Given = NonNullable<Parameters<Execute>[1]>

/** A statement with the placeholders `$1`, `$2` and so on, and their values. */
interface Bound {
  readonly sql: string
  readonly values: readonly unknown[]
}

/** A view of the platform that writes a placeholder in the place of each value. */
const createPlaceholderPlatform = (platform: AbstractSqlPlatform, values: unknown[]): AbstractSqlPlatform => {
  const bind = (value: unknown): string => {
    values.push(value)
    return `$${values.length}`
  }
  const escape = (value: unknown): string => {
    if (Array.isArray(value)) return value.map(escape).join(', ')
    if (value instanceof Date) return bind(value.toISOString())
    // Numbers and booleans are not personal data, and PostgreSQL can need them in the text to find their type.
    const isBound = typeof value === 'string' || typeof value === 'bigint' || ArrayBuffer.isView(value)
    return isBound ? bind(typeof value === 'bigint' ? String(value) : value) : String(value)
  }
  return Object.create(platform, { escape: { value: escape } }) as AbstractSqlPlatform
}

/** Formats a query with its parameters as MikroORM does, with the values separate from the text. */
const bindQuery = (platform: AbstractSqlPlatform, query: Query, params: Given): Bound => {
  if (typeof query === 'object' && 'toRaw' in query) return bindQuery(platform, query.toRaw(), [])
  if (typeof query === 'string' && !Array.isArray(params)) return bindQuery(platform, raw(query, params), [])
  const [sql, given] = isRaw(query)
    ? [query.sql, query.params]
    : [query as string, params as readonly unknown[]]
  const values: unknown[] = []
  return { sql: createPlaceholderPlatform(platform, values).formatQuery(sql, given), values }
}

/**
 * Sends the statements of MikroORM with their values separate from the text. Otherwise MikroORM writes the values into
 * the text, and PostgreSQL's log and `pg_stat_activity` show the hashes and addresses in them.
 */
export const bindValues = (em: SqlEntityManager): void => {
  const connection = em.getConnection()
  const platform = em.getPlatform()
  connection.execute = async (query, params = [], method = 'all', ctx) => {
    await connection.ensureConnection()
    const { sql, values } = bindQuery(platform, query, params)
    const client = ctx ?? connection.getClient()
    const result = await client.executeQuery(CompiledQuery.raw(sql, [...values])).catch((error: unknown) => {
      connection['logQuery'](sql, { level: 'error' })
      throw error
    })
    return connection['transformRawResult'](result, method)
  }
}
