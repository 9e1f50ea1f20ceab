import { AsyncLocalStorage } from 'node:async_hooks'

const limits = new AsyncLocalStorage<number>()

/**
 * Limits the time of each statement of the work on an embedded database. PostgreSQL needs no such limit, because it ends
 * statements itself: PGlite has no timers.
 */
export const limitStatements = <Result>(limitMs: number, work: () => Promise<Result>): Promise<Result> =>
  limits.run(limitMs, work)

/** The most milliseconds of a statement that begins now; undefined without a limit. */
export const findStatementLimit = (): number | undefined => limits.getStore()
