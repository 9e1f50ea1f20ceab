import { type Condition, always, never } from '../engine/conditions/condition.ts'
import type { Filter } from '../engine/decisions/filter.ts'

/**
 * The rows of a filter that show a field in full. Join it to each comparison of the field that comes from a client, and to the
 * value by which you order: `and(shownWhere(filter, 'email'), where<Person>().email.eq(given))`. Otherwise the rows that a
 * response has, or their order, tell the value that the response hides.
 *
 * It is the condition that is always true if the field is shown on all rows: `isShownAlways(filter, 'email')`.
 */
export function shownWhere(filter: Filter, field: string): Condition {
  if (filter.kind === 'never') return never
  const fields = filter.fields ?? []
  const rule = fields.find((each) => each.field === field) ?? fields.find((each) => each.field === '*')
  return rule?.shown ?? always
}

/** Whether all rows of a filter show a field in full, so that a client may filter and order by it. */
export const isShownAlways = (filter: Filter, field: string): boolean => shownWhere(filter, field) === always
