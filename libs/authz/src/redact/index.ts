import type { Condition } from '../engine/conditions/condition.ts'
import { copy } from '../engine/conditions/copy.ts'
import { MOST_NESTED_IN_FILTER, checkTestable } from '../engine/conditions/depth.ts'
import type { Obligation } from '../engine/decisions/decision.ts'
import { compile } from '../engine/conditions/evaluate.ts'
import { copyReads, noReads } from '../engine/conditions/reads.ts'
import type { Filter } from '../engine/decisions/filter.ts'
import { read } from '../engine/conditions/value.ts'

export { isShownAlways, shownWhere } from './shown-where.ts'

/** `jane@example.org` becomes `j***@e***.org`. Other text keeps only its first letter. Other values become null. */
export function maskValue(value: unknown): unknown {
  if (typeof value !== 'string') return null
  const email = /^(.)[^@]*@(.)[^@]*(\.[^.@]+)$/su.exec(value)
  return email ? `${email[1]}***@${email[2]}***${email[3]}` : value.replace(/^(.).*$/su, '$1***')
}

type Mask = (value: unknown, field: string) => unknown

/** The names among `fields` that the obligations show in full. */
export const permittedFields = <F extends string>(
  fields: readonly F[],
  obligations: readonly Obligation[],
): F[] =>
  fields.filter((field) =>
    obligations.every((obligation) => obligation.fields.includes(field) === (obligation.kind === 'only')),
  )

/** A copy of the row with only those fields that the obligations show in full. */
export function pick<T extends object>(row: T, obligations: readonly Obligation[]): Partial<T> {
  const members = readMembers(row)
  const names = permittedFields([...members.keys()], obligations)
  return Object.fromEntries(names.map((name) => [name, members.get(name)])) as Partial<T>
}

/** The members of a row. Each is read once; a member whose getter throws is absent. */
function readMembers(row: object): Map<string, unknown> {
  const members = new Map<string, unknown>()
  for (const name of Object.keys(row))
    try {
      members.set(name, (row as Readonly<Record<string, unknown>>)[name])
    } catch {
      // The row does not have the value.
    }
  return members
}

/**
 * Fulfils the obligations of a decision: returns a copy of the row without the omitted fields and with masked values.
 * `mask` receives each value to mask and the name of its field.
 */
export function redact<T extends object>(
  row: T,
  obligations: readonly Obligation[],
  mask: Mask = maskValue,
): Partial<T> {
  const members = readMembers(row)
  for (const { kind, fields } of obligations)
    for (const field of [...members.keys()])
      if (kind === 'mask' && fields.includes(field)) members.set(field, mask(members.get(field), field))
      else if (kind !== 'mask' && fields.includes(field) === (kind === 'omit')) members.delete(field)
  return Object.fromEntries(members) as Partial<T>
}

/**
 * Fulfils the field rules of a filter for each row that the filter allows: `rows.map(redactor(filter))`. It returns a copy
 * of the row, without the fields that the rules omit for this row, and with masked values. It omits a field too if the row
 * lacks an attribute that the rule of the field compares. If the filter allows no row, the copy is empty.
 */
export function redactor(filter: Filter, mask: Mask = maskValue): <T extends object>(row: T) => Partial<T> {
  const reads = noReads()
  const toTest = (condition: Condition) =>
    compile(checkTestable(copy(condition), MOST_NESTED_IN_FILTER), reads, noReads())
  const rules = (filter.fields ?? []).map(({ field, shown, masked }) => ({
    field,
    isShown: toTest(shown),
    isMasked: toTest(masked),
  }))
  return <T extends object>(row: T) => {
    const members = filter.kind === 'never' ? new Map<string, unknown>() : readMembers(row)
    const values = copyReads(row, reads, (name) => (members.has(name) ? members.get(name) : read(row, name)))
    for (const [field, value] of [...members]) {
      const rule = rules.find((each) => each.field === field) ?? rules.find((each) => each.field === '*')
      if (!rule || rule.isShown(values, {})) continue
      else if (rule.isMasked(values, {})) members.set(field, mask(value, field))
      else members.delete(field)
    }
    return Object.fromEntries(members) as Partial<T>
  }
}
