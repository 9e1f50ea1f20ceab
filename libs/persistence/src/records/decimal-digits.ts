import { describeType, type StoredColumn } from './stored-tables.ts'
import type { Change } from './table-difference.ts'

const NUMERIC = /^numeric\((\d+),(\d+)\)$/

interface Digits {
  readonly before: number
  readonly behind: number
}

const readDigits = (type: string): Digits | null => {
  const [, precision, scale] = NUMERIC.exec(type) ?? []
  if (precision === undefined) return null
  return { before: Number(precision) - Number(scale), behind: Number(scale) }
}

/** Whether a column of this type can keep all digits of the stored values. */
const keepsDigits = (stored: StoredColumn, type: string): boolean => {
  const [from, to] = [readDigits(describeType(stored)), readDigits(type)]
  return from !== null && to !== null && to.before >= from.before && to.behind >= from.behind
}

/**
 * C16.1: PostgreSQL rounds a decimal that has more digits than its new column, and says nothing. This statement refuses the migration
 * if a stored value would change. Empty for a column that keeps all digits, and for one of another kind.
 */
export const guardDigits = (stored: StoredColumn, type: string): readonly Change[] => {
  if (readDigits(type) === null || keepsDigits(stored, type)) return []
  const { table, name } = stored
  const advice = `correct these values, or propose the migration again with --accept-loss`
  const statement = `do $$ begin
    if exists (select from "${table}" where "${name}"::numeric <> "${name}"::${type}) then
      raise exception '${table}.${name} has values that ${type} would round; ${advice}';
    end if;
  end $$`
  return [{ stage: 'column', statement, guardsLoss: true }]
}
