import type { SqlEntityManager } from '@mikro-orm/sql'
import type { DirectMode } from './direct-mode.ts'
import type { Work, WrittenBy } from './mode.ts'
import { OwnTransaction } from './own-transaction.ts'

export interface SavepointOptions {
  /** Refuses to write, although the transaction around it may. */
  readonly isReadOnly: boolean
}

/**
 * C16.5: a part of a transaction, whose statements are taken back alone: after a statement that fails, PostgreSQL would refuse
 * all others of the transaction. It begins with its first statement in the transaction.
 */
export class Savepoint extends OwnTransaction {
  readonly #outer: OwnTransaction
  readonly #options: SavepointOptions

  constructor(direct: DirectMode, outer: OwnTransaction, options: SavepointOptions) {
    super(direct)
    this.#outer = outer
    this.#options = options
  }

  override get needsTransaction(): boolean {
    return this.hasBegun || this.#outer.needsTransaction
  }

  override get isReadOnly(): boolean {
    return this.#options.isReadOnly || this.#outer.isReadOnly
  }

  override async run<Result>(work: Work<Result>): Promise<Result> {
    this.requireAlive()
    return super.run(work)
  }

  override async write<Result>(work: Work<Result>, writtenBy: WrittenBy<Result>): Promise<Result> {
    this.requireAlive()
    return super.write(work, writtenBy)
  }

  override requireAlive(): void {
    super.requireAlive()
    this.#outer.requireAlive()
  }

  /** The refusals of the part are entered with those of the transaction. */
  override afterwards(work: () => Promise<void>): Promise<void> {
    return this.#outer.afterwards(work)
  }

  protected override async open(em: SqlEntityManager): Promise<void> {
    const around = (await this.#outer.begin()).getTransactionContext()
    await em.begin(around ? { ctx: around } : {})
  }

  protected override async commit(): Promise<void> {
    await super.commit()
    this.#outer.written.push(...this.written)
  }
}
