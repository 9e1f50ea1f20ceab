import type { EmbeddedDatabase } from '../embedded/embedded-database.ts'

/** Called after a statement has succeeded or failed. */
export type StatementEnd = (error?: unknown) => void

/** Called with the text of every statement before it runs. */
export type StatementHook = (sql: string) => StatementEnd | undefined

interface PgClient {
  query(statement: string | { readonly text: string }, ...rest: unknown[]): unknown
}

/** The part of a `pg` pool that this file uses. */
export interface PgPool {
  on(event: 'connect', listener: (client: PgClient) => void): unknown
}

/** A query of read-query.ts, which has its own promise. */
interface Submitted {
  readonly completion?: Promise<unknown>
}

const reportEnd = (answer: unknown, end: StatementEnd | undefined): unknown => {
  if (end === undefined) return answer
  const ended = answer instanceof Promise ? answer : (answer as Submitted).completion
  if (ended)
    ended.then(
      () => end(),
      (error: unknown) => end(error),
    )
  // A call with a callback returns no promise.
  else end()
  return answer
}

/** Reports the statements of a pool. The log of an ORM would not contain all of them. */
export const hookPool = (pool: PgPool, tell: StatementHook): void => {
  pool.on('connect', (client) => hookClient(client, tell))
}

/** Reports the statements of one connection. */
export const hookClient = (client: PgClient, tell: StatementHook): void => {
  const query = client.query.bind(client)
  client.query = (statement: string | { readonly text: string }, ...rest: unknown[]) => {
    const end = tell(typeof statement === 'string' ? statement : statement.text)
    return reportEnd(query(statement, ...rest), end)
  }
}

/** Reports the statements of an embedded database that are not part of a transaction. */
export const hookPglite = (pglite: EmbeddedDatabase, tell: StatementHook): void => {
  const query = pglite.query.bind(pglite)
  pglite.query = <Row>(text: string, ...rest: unknown[]) =>
    reportEnd(query<Row>(text, ...(rest as [])), tell(text)) as ReturnType<typeof query<Row>>
}
