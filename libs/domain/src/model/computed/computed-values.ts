import { isComputedByReads } from '../fields/field.ts'
import type { RecordType } from '../types/record-type.ts'
import { computeValue, FailedComputation, type ComputedType } from './compute-value.ts'

type Values = Readonly<Record<string, unknown>>

/** C16.2: whether each write of a record of the type computes values. */
export const storesComputed = ({ computed }: Pick<RecordType, 'computed'>): boolean =>
  Object.values(computed).some((field) => !isComputedByReads(field))

/**
 * C16.2: the record as a store writes it, with the values of its computed fields. Every store calls this for each record that
 * it writes, and nothing else gives these values. @throws FailedComputation, so that nothing is written.
 */
export const withComputed = <R extends object>(type: ComputedType, record: R): R => {
  const stored = Object.entries(type.computed).filter(([, field]) => !isComputedByReads(field))
  if (stored.length === 0) return record
  const values = stored.map((entry) => [entry[0], computeValue(type, entry, record)])
  return { ...record, ...Object.fromEntries(values) }
}

/** C16.2: the names among these of fields that each read computes. */
export const listReadComputed = (
  { computed }: Pick<RecordType, 'computed'>,
  names: readonly string[],
): readonly string[] =>
  names.filter((name) => {
    const field = Object.hasOwn(computed, name) ? computed[name] : undefined
    return field !== undefined && isComputedByReads(field)
  })

/** C16.2: the attributes that a read needs for these fields. Each read of a value without a column needs its sources. */
export const listSources = (
  { computed }: Pick<RecordType, 'computed'>,
  names: readonly string[],
): readonly string[] => {
  const computedNames = new Set(listReadComputed({ computed }, names))
  if (computedNames.size === 0) return names
  return names.flatMap((name) => (computedNames.has(name) ? (computed[name]?.computed?.from ?? []) : [name]))
}

/** Receives the code that fails. */
export type ReportFailure = (error: FailedComputation) => void

const computeOrNull = (
  type: ComputedType,
  name: string,
  ...[row, report]: readonly [Values, ReportFailure]
): unknown => {
  try {
    return computeValue(type, [name, type.computed[name] as never], row)
  } catch (error) {
    if (!(error instanceof FailedComputation)) throw error
    report(error)
    return null
  }
}

/** C16.2: a row with the values of these fields, which are null if their code fails. The row has all their sources. */
export const computeRow = <R extends Values>(
  type: ComputedType,
  names: readonly string[],
  ...[row, report]: readonly [R, ReportFailure]
): R =>
  names.length === 0
    ? row
    : { ...row, ...Object.fromEntries(names.map((name) => [name, computeOrNull(type, name, row, report)])) }
