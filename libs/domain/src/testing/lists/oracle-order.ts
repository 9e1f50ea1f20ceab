import { fold } from '@content-service/authz/fold'
import { isState } from '../../model/fields/field.ts'
import type { RecordType } from '../../model/types/record-type.ts'
import type { SortDirection } from '../../reading/page.ts'
import type { Row } from '../../reading/reading.ts'

/** An order of a list, as a client sends it. */
export interface GivenOrder {
  readonly field: string
  readonly direction: SortDirection
}

const NEWEST_FIRST: readonly GivenOrder[] = [{ field: 'createdAt', direction: 'DESC' }]

const compare = <Value extends number | string>(a: Value, b: Value): number => (a < b ? -1 : a > b ? 1 : 0)

const compareCodePoints = (a: string, b: string): number => {
  const [left, right] = [Array.from(a), Array.from(b)]
  const place = left.findIndex((letter, index) => letter !== right[index])
  if (place < 0) return compare(left.length, right.length)
  return compare(left[place]?.codePointAt(0) ?? -1, right[place]?.codePointAt(0) ?? -1)
}

const compareStored = (a: unknown, b: unknown, isText: boolean): number => {
  if (typeof a !== 'string' || typeof b !== 'string') return compare(Number(a), Number(b))
  return (isText ? compareCodePoints(fold(a), fold(b)) : 0) || compareCodePoints(a, b)
}

const readValue = ({ updatedAt, createdAt, ...row }: Row, field: string): unknown =>
  ({ ...row, updatedAt, createdAt, changedAt: updatedAt ?? createdAt })[field] ?? null

/** C13.2: nulls last in both directions, texts by their folded form, and ties by id in the direction of the last order. */
export const compareInOrder = (type: RecordType, orders: readonly GivenOrder[]) => {
  const wanted = orders.length > 0 ? orders : NEWEST_FIRST
  const all = [...wanted, { field: 'id', direction: wanted.at(-1)?.direction ?? 'DESC' }]
  const isText = (field: string): boolean => type.fields[field] !== undefined && !isState(type.fields[field])
  return (a: Row, b: Row): number => {
    for (const { field, direction } of all) {
      const [left, right] = [readValue(a, field), readValue(b, field)]
      if (left === null || right === null) {
        if (left !== right) return left === null ? 1 : -1
        continue
      }
      const compared = compareStored(left, right, isText(field))
      if (compared !== 0) return direction === 'ASC' ? compared : -compared
    }
    return 0
  }
}
