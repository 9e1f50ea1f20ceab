import type { PGlite } from '@electric-sql/pglite'
import type { SqlEntityManager } from '@mikro-orm/sql'

/** Called before anything is written. @throws what the writer is to be told. */
export type BeforeWrite = () => void

const WRITES = /^\s*(insert|update|delete|with\b.*\b(insert|update|delete)\b)/is

/**
 * Asks before each transaction of an embedded database, none of which only reads, and before each write without one.
 * Before Kysely takes its one connection: it would not give it back where a BEGIN is refused.
 */
export const askBeforeWrites = (em: SqlEntityManager, pglite: PGlite, beforeWrite: BeforeWrite): void => {
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
