import {
  ContentError,
  type ContentLine,
  type ContentRecord,
  type TransferStore,
} from '@content-service/domain'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { stored } from '../store-errors.ts'
import { countLines, exportedLines } from './exported-lines.ts'
import { RecordWriter } from './record-writer.ts'

/** What to tell of a record that the database would not take. */
const reasonOf = (error: unknown): string => {
  if (error instanceof ContentError && error.status !== 503) return error.message
  throw error
}

export class SqlTransferStore implements TransferStore {
  readonly #em: SqlEntityManager

  constructor(em: SqlEntityManager) {
    this.#em = em
  }

  /** Batches are written whole; only one that holds a refused record is written again, record by record. */
  async write(records: readonly ContentRecord[]): Promise<readonly (string | null)[]> {
    try {
      await this.#writeTogether(records)
      return records.map(() => null)
    } catch (error) {
      if (records.length === 1) return [reasonOf(error)]
      reasonOf(error)
      return this.#writeOneByOne(records)
    }
  }

  read(): AsyncIterable<ContentLine> {
    return exportedLines(this.#em)
  }

  count(): Promise<number> {
    return countLines(this.#em)
  }

  async #writeOneByOne(records: readonly ContentRecord[]): Promise<readonly (string | null)[]> {
    const outcomes: (string | null)[] = []
    for (const record of records) outcomes.push(...(await this.write([record])))
    return outcomes
  }

  #writeTogether(records: readonly ContentRecord[]): Promise<void> {
    return stored(() =>
      this.#em.fork().transactional(async (em) => {
        const writer = new RecordWriter(em, new Date())
        for (const record of records) await writer.write(record)
      }),
    )
  }
}
