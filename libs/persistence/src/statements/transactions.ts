import type { SqlEntityManager } from '@mikro-orm/sql'

/** Runs statements in a transaction of MikroORM, which becomes a savepoint within an open transaction. */
export const runInTransaction = <Result>(
  em: SqlEntityManager,
  work: (within: SqlEntityManager) => Promise<Result>,
): Promise<Result> => {
  const outer = em.getTransactionContext()
  return em.getConnection().transactional(
    (transaction) => {
      const within = em.fork()
      within.setTransactionContext(transaction)
      return work(within)
    },
    outer ? { ctx: outer } : {},
  )
}
