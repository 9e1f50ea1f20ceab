import { IMPLEMENTATION, isReference } from '../conditions/condition.ts'

/** A text for the code of a rule: `a.ownerId.eq(7)`. */
const write = (attribute: string, value: unknown): string => {
  const isShort = /^(string|number|boolean)$/.test(typeof value)
  return `a.${attribute}.eq(${isShort ? JSON.stringify(value) : '…'})`
}

/** How to write a condition instead of the object `{ ownerId: 7 }`. */
export function explainObject(given: object): string {
  if (Object.hasOwn(given, 'op')) return '; pass a function that returns the condition: () => condition'
  const parts = Object.entries(given).map(([attribute, value]) => write(attribute, value))
  return `; write the condition as ${parts.length > 1 ? `and(${parts.join(', ')})` : parts[0]}`
}

const NULL = '; nothing equals null, so use isNull()'

const OPERATORS =
  /^(and|or|not|is|some|every|none|subject|may|eq|ne|in|[lg]te?|contains|startsWith|includes|isNull)$/

/** What to change in an invalid condition, or an empty text. */
export function explainRemedy(condition: object): string {
  const { op, value, kind, by } = condition as Readonly<Record<string, unknown>>
  if (typeof by === 'string' && !(IMPLEMENTATION in condition))
    return `; give the text function "${by}" to the option "functions"`
  if (typeof op === 'string' && !OPERATORS.test(op)) return `; there is no operator ${op}`
  if (op === undefined) return Object.keys(condition).length > 0 ? explainObject(condition) : ''
  if (!/^(eq|in|[lg]te?|contains|startsWith|includes)$/.test(String(op))) return ''
  if (value === undefined) return '; the value is undefined'
  if (value === null) return NULL
  if (op === 'in' && !isReference(value)) return explainList(value)
  return kind === undefined ? '' : `; the attribute has the kind ${String(kind)}`
}

const explainList = (list: unknown): string => {
  if (!Array.isArray(list)) return '; in() needs a list'
  return list.some((item) => item === null || item === undefined) ? NULL : ''
}
