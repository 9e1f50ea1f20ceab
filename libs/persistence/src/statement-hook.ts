import type { PGlite } from '@electric-sql/pglite'

/** Called with the text of every statement on its way to the database. */
export type StatementHook = (sql: string) => void

interface PgClient {
  query(statement: string | { readonly text: string }, ...rest: unknown[]): unknown
}

/** The part of a `pg` pool that this needs. */
export interface PgPool {
  on(event: 'connect', listener: (client: PgClient) => void): unknown
}

/** Tells of the statements of a pool: what no ORM's log tells whole. */
export const tellPool = (pool: PgPool, tell: StatementHook): void => {
  pool.on('connect', (client) => {
    const query = client.query.bind(client)
    client.query = (statement, ...rest) => {
      tell(typeof statement === 'string' ? statement : statement.text)
      return query(statement, ...rest)
    }
  })
}

/** Tells of the statements of an embedded database that are not part of a transaction. */
export const tellPglite = (pglite: PGlite, tell: StatementHook): void => {
  const query = pglite.query.bind(pglite)
  pglite.query = (text: string, ...rest: unknown[]) => {
    tell(text)
    return query(text, ...(rest as []))
  }
}
