import { fold } from '@content-service/authz/fold'
import { compareDecimals } from '../../../rules/decimal.ts'
import type { Window } from '../../../reading/page.ts'
import type { Order, RelatedSelection, Row } from '../../../reading/reading.ts'

type Comparable = string | number | Date

/** The place of a record among the links of its parent. */
export type PlaceOf = (id: unknown) => number

/** Texts are compared by code points, as PostgreSQL does with the collation "C". */
const compareTexts = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))

const compareValues = (a: unknown, b: unknown, { isText, isDecimal }: Order): number => {
  // Rows without a value come last in both directions.
  if (a === null || b === null) return 0
  if (isDecimal) return compareDecimals(String(a), String(b))
  // Only texts are compared in their folded form, and not states.
  if (typeof a === 'string' && typeof b === 'string')
    return (isText && compareTexts(fold(a), fold(b))) || compareTexts(a, b)
  return (a as Comparable) < (b as Comparable) ? -1 : (a as Comparable) > (b as Comparable) ? 1 : 0
}

const byOrder =
  (orderBy: readonly Order[], placeOf: PlaceOf) =>
  (a: Row, b: Row): number => {
    for (const order of orderBy) {
      const { by, direction, isPlace = false } = order
      if (isPlace) return placeOf(a[by]) - placeOf(b[by])
      const nulls = Number(a[by] === null) - Number(b[by] === null)
      if (nulls !== 0) return nulls
      const compared = compareValues(a[by], b[by], order)
      if (compared !== 0) return direction === 'ASC' ? compared : -compared
    }
    return 0
  }

const applyWindow = (rows: readonly Row[], window: Window | undefined): readonly Row[] =>
  window ? rows.slice(window.offset, window.offset + window.limit) : rows

/** The rows of a list: between two rows, in their order or in the reverse. */
export const chooseRows = (
  found: readonly Row[],
  {
    orderBy = [],
    window,
    after,
    before,
    isBackward = false,
  }: Pick<RelatedSelection, 'orderBy' | 'window' | 'after' | 'before' | 'isBackward'>,
  placeOf: PlaceOf = () => 0,
): readonly Row[] => {
  const inOrder = byOrder(orderBy, placeOf)
  const rows = found
    .toSorted(inOrder)
    .filter((row) => !after || inOrder(after, row) < 0)
    .filter((row) => !before || inOrder(row, before) < 0)
  return applyWindow(isBackward ? rows.toReversed() : rows, window)
}
