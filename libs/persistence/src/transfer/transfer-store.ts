import { builtInModel, type ContentModel } from '@content-service/domain'
import type {
  ContentLine,
  ContentRecord,
  Extent,
  RecordOutcome,
  TransferStore,
} from '@content-service/domain/internal/transfer'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { refreshStatistics } from '../statistics/statistics.ts'
import { findParts } from '../session/database-parts.ts'
import { translateDatabaseErrors } from '../statements/store-errors.ts'
import { runInTransaction } from '../statements/transactions.ts'
import { BatchNames } from './batch-names.ts'
import { countLines, exportLines } from './export-lines.ts'
import { RecordWriter, type Pass } from './record-writer.ts'
import { refuse, translateUnique } from './refuse.ts'
import { writeOwnDocuments } from './written-documents.ts'

/** Ends a dry run: the transaction is rolled back, and the error carries the result. */
class Rehearsed<Result> {
  readonly result: Result

  constructor(result: Result) {
    this.result = result
  }
}

/** A batch begins after the batch before it has prepared its records, so that new records get ids in the order of the lines. */
interface Turn {
  readonly begun: Promise<unknown>
  end(): void
}

interface Batch {
  readonly records: readonly ContentRecord[]
  readonly pass: Pass
  readonly names: BatchNames
  readonly turn: Turn
}

export class SqlTransferStore implements TransferStore {
  readonly #em: SqlEntityManager

  readonly #model: ContentModel

  /** The running writes, each with its end. */
  readonly #running = new Map<BatchNames, Promise<unknown>>()
  #lastTurn: Promise<unknown> = Promise.resolve()

  constructor(em: SqlEntityManager, model: ContentModel = builtInModel) {
    this.#em = em
    this.#model = model
  }

  write(records: readonly ContentRecord[]): Promise<readonly RecordOutcome[]> {
    return this.#write(records, 'records')
  }

  writeOwnLinks(records: readonly ContentRecord[]): Promise<readonly RecordOutcome[]> {
    return this.#write(records, 'own links')
  }

  #write(records: readonly ContentRecord[], pass: Pass): Promise<readonly RecordOutcome[]> {
    const names = new BatchNames(records, this.#model)
    const mustWait = (earlier: BatchNames): boolean => this.#isRehearsal || names.overlaps(earlier)
    const waits = [...this.#running].filter(([earlier]) => mustWait(earlier)).map(([, done]) => done)
    const turn = this.#takeTurn()
    // Without a connection, which the batch before it may need.
    const written = Promise.all([turn.begun, ...waits]).then(() =>
      this.#writeParts({ records, pass, names, turn }),
    )
    const end = (): void => {
      turn.end()
      this.#running.delete(names)
    }
    this.#running.set(names, written.then(end, end))
    return written
  }

  async rehearse<Result>(work: (store: TransferStore) => Promise<Result>): Promise<Result> {
    try {
      await runInTransaction(this.#em, async (em) => {
        throw new Rehearsed(await work(new SqlTransferStore(em, this.#model)))
      })
    } catch (error) {
      if (error instanceof Rehearsed) return error.result as Result
      throw error
    }
    throw new Error('A dry run ends by undoing its transaction.')
  }

  read(extent: Extent = 'usual'): AsyncIterable<ContentLine> {
    return exportLines(this.#em, { model: this.#model, extent })
  }

  count(extent: Extent = 'usual'): Promise<number> {
    return countLines(this.#em, { model: this.#model, extent })
  }

  async refreshStatistics(): Promise<void> {
    // A dry run keeps no rows.
    if (!this.#isRehearsal) await refreshStatistics(this.#em)
  }

  get #isRehearsal(): boolean {
    return this.#em.isInTransaction()
  }

  #takeTurn(): Turn {
    const { promise, resolve } = Promise.withResolvers<unknown>()
    const turn = { begun: this.#lastTurn, end: () => resolve(null) }
    this.#lastTurn = promise
    return turn
  }

  /** Writes a batch in one transaction. If the database refuses a record, it writes smaller and smaller parts. */
  async #writeParts(batch: Batch): Promise<readonly RecordOutcome[]> {
    const { records } = batch
    try {
      return await this.#writeTogether(batch)
    } catch (error) {
      const outcome = refuse(translateUnique(this.#model, error))
      if (records.length === 1) return [outcome]
      const middle = Math.ceil(records.length / 2)
      const first = await this.#writePart(batch, records.slice(0, middle))
      return [...first, ...(await this.#writePart(batch, records.slice(middle)))]
    }
  }

  #writePart({ pass, turn }: Batch, records: readonly ContentRecord[]): Promise<readonly RecordOutcome[]> {
    return this.#writeParts({ records, pass, names: new BatchNames(records, this.#model), turn })
  }

  /** In a dry run this is a savepoint of its transaction, and it would lock the search index until its end. */
  async #writeTogether({ records, pass, names, turn }: Batch): Promise<readonly RecordOutcome[]> {
    const written = await translateDatabaseErrors(() =>
      runInTransaction(this.#em, async (em) => {
        await writeOwnDocuments(em)
        const writer = new RecordWriter(em, { now: new Date(), model: this.#model, pass })
        await writer.load(names)
        const outcomes = await writer.prepare(records)
        turn.end()
        await writer.insert()
        if (!this.#isRehearsal) await writer.writeDocuments()
        return outcomes
      }),
    )
    if (!this.#isRehearsal) findParts(this.#em).notices?.noteWrites([])
    return written
  }
}
