import { copy } from './copy.ts'
import type { Obligation } from './decision.ts'
import { type Truth, compile } from './evaluate.ts'
import type { Filter } from './filter.ts'
import { read } from './value.ts'

/** `jane@example.org` becomes `j***@e***.org`. Other text keeps only its first letter. Other values become null. */
export function maskValue(value: unknown): unknown {
  if (typeof value !== 'string') return null
  const email = /^(.)[^@]*@(.)[^@]*(\.[^.@]+)$/su.exec(value)
  return email ? `${email[1]}***@${email[2]}***${email[3]}` : value.replace(/^(.).*$/su, '$1***')
}

type Mask = (value: unknown, field: string) => unknown

/** The members of a row. Each is read once; a member whose getter throws is absent. */
function membersOf(row: object): Map<string, unknown> {
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
  const members = membersOf(row)
  for (const { kind, fields } of obligations)
    for (const field of fields.filter((name) => members.has(name)))
      if (kind === 'omit') members.delete(field)
      else members.set(field, mask(members.get(field), field))
  return Object.fromEntries(members) as Partial<T>
}

/**
 * Fulfils the field rules of a filter for each row that the filter allows: `rows.map(redactor(filter))`. It returns a copy
 * of the row, without the fields that the rules omit for this row, and with masked values. It omits a field too if the row
 * lacks an attribute that the rule of the field compares. If the filter allows no row, the copy is empty.
 */
export function redactor(filter: Filter, mask: Mask = maskValue): <T extends object>(row: T) => Partial<T> {
  const names: string[] = []
  const rules = (filter.fields ?? []).map(({ field, shown, masked }) => ({
    field,
    isShown: compile(copy(shown), names, []),
    isMasked: compile(copy(masked), names, []),
  }))
  return <T extends object>(row: T) => {
    const members = filter.kind === 'never' ? new Map<string, unknown>() : membersOf(row)
    const given = Object.fromEntries(members)
    const values = names.map((name) => read(members.has(name) ? given : row, name))
    const isTrue = (truth: Truth) => truth === true
    for (const { field, isShown, isMasked } of rules)
      if (!members.has(field) || isTrue(isShown(values, []))) continue
      else if (isTrue(isMasked(values, []))) members.set(field, mask(members.get(field), field))
      else members.delete(field)
    return Object.fromEntries(members) as Partial<T>
  }
}
