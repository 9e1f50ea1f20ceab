import { isDeepStrictEqual } from 'node:util'
import type { RecordType } from '@content-service/domain'
import { FailedComputation, withComputed, type AnyRecord } from '@content-service/domain/internal/model'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { findParts } from '../session/database-parts.ts'
import { execute, findRow, findRows, type Sql } from '../statements/sql.ts'
import { runInTransaction } from '../statements/transactions.ts'
import { listColumns } from '../tables/record-columns.ts'
import { writeColumns } from '../tables/update-rows.ts'

/** The records of a batch are locked while their values are computed. */
const BATCH_RECORDS = 500

/** What a batch has done. */
export interface ComputedBatch {
  readonly records: number
  /** The records whose values differed. */
  readonly changed: number
  /** The records whose code has failed. They keep their values. */
  readonly failures: readonly FailedComputation[]
}

type Row = AnyRecord & Readonly<Record<string, unknown>>

const readBatch = (em: SqlEntityManager, type: RecordType, after: AnyRecord['id'] | null) => {
  const { select } = findParts(em).rowsOf(type)
  const isNext = after === null ? sql`true` : sql`id > ${after}`
  return findRows(em, sql<Row>`${select} where ${isNext} order by id limit ${BATCH_RECORDS} for update`)
}

/** Writes the values of these records, and nothing else: no version, no time and no event. */
const updateValues = (type: RecordType, rows: readonly Row[]): Sql => {
  const stored = listColumns(type).filter(({ isComputed }) => isComputed)
  return writeColumns(
    type,
    stored.map(({ attribute }) => attribute),
    rows,
  )
}

const compute = (type: RecordType, row: Row): Row | FailedComputation => {
  try {
    return withComputed(type, row)
  } catch (error) {
    if (error instanceof FailedComputation) return error
    throw error
  }
}

const writeBatch = async (
  em: SqlEntityManager,
  type: RecordType,
  rows: readonly Row[],
): Promise<ComputedBatch> => {
  const results = rows.map((row) => ({ row, result: compute(type, row) }))
  const changed = results.flatMap(({ row, result }) =>
    result instanceof FailedComputation || isDeepStrictEqual(result, row) ? [] : [result],
  )
  if (changed.length > 0) await execute(em, updateValues(type, changed))
  return {
    records: rows.length,
    changed: changed.length,
    failures: results.flatMap(({ result }) => (result instanceof FailedComputation ? [result] : [])),
  }
}

/** The number of the records of the type. */
export const countComputed = async (em: SqlEntityManager, { plural }: RecordType): Promise<number> => {
  const row = await findRow(
    em,
    sql<{ count: number }>`select count(*)::float8 as count from ${sql.table(plural)}`,
  )
  return row?.count ?? 0
}

/**
 * C16.2: writes the stored computed values of all records of a type again, in batches. Each batch is one transaction, so that a
 * process that ends loses the last batch at most: the next run writes only values that differ.
 */
export async function* computeRecords(
  em: SqlEntityManager,
  type: RecordType,
): AsyncGenerator<ComputedBatch, void, undefined> {
  let after: AnyRecord['id'] | null = null
  for (;;) {
    const last: AnyRecord['id'] | null = after
    const { rows, batch } = await runInTransaction(em, async (within) => {
      const rows = await readBatch(within, type, last)
      return { rows, batch: await writeBatch(within, type, rows) }
    })
    yield batch
    after = rows.at(-1)?.id ?? null
    if (rows.length < BATCH_RECORDS) return
  }
}
