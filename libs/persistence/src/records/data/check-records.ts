import { builtInModel, type RecordType } from '@content-service/domain'
import { createStoredCheck, type AnyRecord } from '@content-service/domain/internal/model'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { findParts } from '../../session/database-parts.ts'
import { findRows } from '../../statements/sql.ts'
import { listLongFields } from '../../tables/layouts.ts'
import { BrokenRules, type BrokenRule } from './broken-rules.ts'

/** What the records of a type break, after a batch. */
export interface CheckedBatch {
  readonly records: number
}

const MOST_RECORDS = 500
/** The memory of a batch is bounded, whatever the lengths of its texts. */
const BATCH_BYTES = 128_000_000
const REST_OF_RECORD = 10_000

/** The records of a batch, at least one. */
export const countBatch = (type: RecordType): number => {
  const bytes = Object.values(listLongFields(type)).reduce((sum, most) => sum + most, REST_OF_RECORD)
  return Math.max(1, Math.min(MOST_RECORDS, Math.floor(BATCH_BYTES / bytes)))
}

type Id = AnyRecord['id']

const readBatch = (em: SqlEntityManager, type: RecordType, after: Id | null) => {
  const isNext = after === null ? sql`true` : sql`id > ${after}`
  return findRows(
    em,
    sql<AnyRecord>`${findParts(em).rowsOf(type).select} where ${isNext} order by id limit ${countBatch(type)}`,
  )
}

/** Code of the service has the rules of its own types. A team adds fields. */
const listChecked = ({ name, custom, attributes }: RecordType): ReadonlySet<string> | null => {
  if (custom === null) return null
  const own = builtInModel.typeNamed(name).attributes
  return new Set(Object.keys(attributes).filter((attribute) => !Object.hasOwn(own, attribute)))
}

/** Whether a declaration has rules that records can break. */
export const hasRules = (type: RecordType): boolean => type.check !== null || listChecked(type)?.size !== 0

/**
 * C17.10: compares all records of a type with the rules of its declaration, in batches. It changes nothing and locks nothing.
 * Returns the broken rules.
 */
export const checkRecords = async (
  em: SqlEntityManager,
  type: RecordType,
  onBatch: (batch: CheckedBatch) => void = () => undefined,
): Promise<readonly BrokenRule[]> => {
  const [check, broken] = [createStoredCheck(type, listChecked(type)), new BrokenRules()]
  let after: Id | null = null
  for (;;) {
    const rows: readonly AnyRecord[] = await readBatch(em, type, after)
    for (const row of rows) broken.note(row.id, check(row))
    onBatch({ records: rows.length })
    after = rows.at(-1)?.id ?? null
    if (rows.length < countBatch(type)) return broken.list()
  }
}
