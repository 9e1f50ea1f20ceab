import { type Condition, findConstant } from '../engine/conditions/condition.ts'
import type { FieldAccess } from '../engine/decisions/filter.ts'
import type { Piece, Pieces } from './form.ts'

interface Writers {
  readonly quote: (name: string) => string
  readonly column: (attribute: string) => Piece
  /** The SQL of a field's masked value. The default is null. */
  readonly masked: ((field: string) => Piece) | undefined
  readonly test: (condition: Condition) => Pieces
}

/** A select item for each field. Null takes the place of a value that the row omits. */
export const selectItems = (
  fields: readonly string[],
  access: readonly FieldAccess[],
  writers: Writers,
): Pieces =>
  fields.flatMap((field, i) => [
    ...(i > 0 ? [', '] : []),
    ...writeItem(field, access, writers),
    ` as ${writers.quote(field)}`,
  ])

function writeItem(field: string, access: readonly FieldAccess[], { column, masked, test }: Writers): Pieces {
  const rule = access.find((each) => each.field === field) ?? access.find((each) => each.field === '*')
  if (!rule || findConstant(rule.shown)) return [column(field)]
  const shown = ['case when ', ...test(rule.shown), ' then ', column(field)]
  const isMasked = masked && rule.masked !== rule.shown
  return [...shown, ...(isMasked ? [' when ', ...test(rule.masked), ' then ', masked(field)] : []), ' end']
}
