import type { Obligation } from './decision.ts'

/** `jane@example.org` becomes `j***@e***.org`. Other text keeps only its first letter. Other values become null. */
export function maskValue(value: unknown): unknown {
  if (typeof value !== 'string') return null
  const email = /^(.)[^@]*@(.)[^@]*(\.[^.@]+)$/su.exec(value)
  return email ? `${email[1]}***@${email[2]}***${email[3]}` : value.replace(/^(.).*$/su, '$1***')
}

/**
 * Fulfils the obligations of a decision: returns a copy of the row without the omitted fields and with masked values.
 * `mask` receives each value to mask and the name of its field.
 */
export function redact<T extends object>(
  row: T,
  obligations: readonly Obligation[],
  mask: (value: unknown, field: string) => unknown = maskValue,
): Partial<T> {
  const copy = new Map(Object.entries(row))
  for (const { kind, fields } of obligations)
    for (const field of fields.filter((name) => copy.has(name)))
      if (kind === 'omit') copy.delete(field)
      else copy.set(field, mask(copy.get(field), field))
  return Object.fromEntries(copy) as Partial<T>
}
