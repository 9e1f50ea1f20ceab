import {
  builtInModel,
  ContentError,
  type ContentLine,
  type ContentModel,
  type ContentRecord,
  type RecordOutcome,
  type TransferStore,
} from '@content-service/domain'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { indexWaiting } from '../search/waiting.ts'
import { translateDatabaseErrors } from '../store-errors.ts'
import { countLines, exportLines } from './export-lines.ts'
import { RecordWriter } from './record-writer.ts'

/** Turns the refusal of a record into its outcome, and throws every other error. */
const refuse = (error: unknown): RecordOutcome => {
  if (error instanceof ContentError && error.status !== 503) return { kind: 'refused', reason: error.message }
  throw error
}

/** Ends a dry run: the transaction is rolled back, and the error carries the result. */
class Rehearsed<Result> {
  readonly result: Result

  constructor(result: Result) {
    this.result = result
  }
}

export class SqlTransferStore implements TransferStore {
  readonly #em: SqlEntityManager

  readonly #model: ContentModel

  constructor(em: SqlEntityManager, model: ContentModel = builtInModel) {
    this.#em = em
    this.#model = model
  }

  /** Writes a batch in one transaction. It writes smaller and smaller parts of a batch with refused records. */
  async write(records: readonly ContentRecord[]): Promise<readonly RecordOutcome[]> {
    try {
      return await this.#writeTogether(records)
    } catch (error) {
      const outcome = refuse(error)
      return records.length === 1 ? [outcome] : this.#writeHalves(records)
    }
  }

  async rehearse<Result>(work: (store: TransferStore) => Promise<Result>): Promise<Result> {
    try {
      await this.#em.fork().transactional(async (em) => {
        throw new Rehearsed(await work(new SqlTransferStore(em as SqlEntityManager, this.#model)))
      })
    } catch (error) {
      if (error instanceof Rehearsed) return error.result as Result
      throw error
    }
    throw new Error('A dry run ends by undoing its transaction.')
  }

  read(): AsyncIterable<ContentLine> {
    return exportLines(this.#em, this.#model)
  }

  count(): Promise<number> {
    return countLines(this.#em, this.#model)
  }

  async index(): Promise<void> {
    // A dry run leaves nothing to index.
    if (this.#em.isInTransaction()) return
    while ((await indexWaiting(this.#em.fork())) === 'more');
  }

  async #writeHalves(records: readonly ContentRecord[]): Promise<readonly RecordOutcome[]> {
    const middle = Math.ceil(records.length / 2)
    return [...(await this.write(records.slice(0, middle))), ...(await this.write(records.slice(middle)))]
  }

  /** In a dry run this is a savepoint of its transaction. */
  #writeTogether(records: readonly ContentRecord[]): Promise<readonly RecordOutcome[]> {
    return translateDatabaseErrors(() =>
      this.#em.fork({ keepTransactionContext: true }).transactional(async (em) => {
        const writer = new RecordWriter(em, { now: new Date(), model: this.#model })
        return (await writer.writeAll(records)).map((kind) => ({ kind }))
      }),
    )
  }
}
