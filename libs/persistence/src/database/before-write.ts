import type { EmbeddedDatabase } from '../embedded/embedded-database.ts'
import type { SqlEntityManager } from '@mikro-orm/sql'

/** Called before each write. @throws the refusal of the write. */
export type BeforeWrite = () => void

const WRITES = /^\s*(insert|update|delete|with\b.*\b(insert|update|delete)\b)/is

/**
 * Calls `beforeWrite` before each transaction of an embedded database, because each of them writes, and before each
 * write outside of a transaction. The call comes before Kysely takes the only connection: Kysely would not give the
 * connection back after a refused BEGIN.
 */
export const askBeforeWrites = (
  em: SqlEntityManager,
  pglite: EmbeddedDatabase,
  beforeWrite: BeforeWrite,
): void => {
  const connection = em.getConnection()
  const begin = connection.begin.bind(connection)
  connection.begin = async (options) => {
    if (options?.ctx === undefined) beforeWrite()
    return begin(options)
  }
  const query = pglite.query.bind(pglite)
  pglite.query = async (text: string, ...rest: unknown[]) => {
    if (WRITES.test(text)) beforeWrite()
    return query(text, ...(rest as []))
  }
}
