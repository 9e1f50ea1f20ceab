import type { SqlEntityManager } from '@mikro-orm/sql'
import { OwnTransaction } from './own-transaction.ts'

/**
 * C16.5: a transaction that sees one state of the database, and in which PostgreSQL refuses to write. It begins with the first
 * statement.
 */
export class ReadingTransaction extends OwnTransaction {
  override get needsTransaction(): boolean {
    return true
  }

  override get isReadOnly(): boolean {
    return true
  }

  protected override open(em: SqlEntityManager): Promise<void> {
    return em.begin({ readOnly: true, isolationLevel: 'repeatable read' })
  }
}
