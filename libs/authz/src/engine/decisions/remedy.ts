import { type Comparison, IMPLEMENTATION, isReference, isSearch, isSibling } from '../conditions/condition.ts'
import { type Kind, classOfKind } from '../conditions/kind.ts'
import { BOOLEAN, NULL, TEXT, classify } from '../conditions/value.ts'
import { isOperator, suggestOperator } from './operator-words.ts'

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

/** The members of a comparison, of which nobody knows whether they are valid. */
interface Compared {
  readonly op: string
  readonly value?: unknown
  readonly kind?: unknown
  readonly by?: unknown
}

/** What to change in an invalid condition, or an empty text. */
export function explainRemedy(condition: object): string {
  const { op, by, [IMPLEMENTATION]: apply } = condition as Partial<Comparison>
  if (typeof by === 'string' && !apply) return `; give the text function "${by}" to the option "functions"`
  if (op === undefined) return Object.keys(condition).length > 0 ? explainObject(condition) : ''
  if (typeof op !== 'string') return ''
  if (!isOperator(op)) return `; there is no operator ${op}${suggestOperator(op)}`
  return apply?.order?.remedy ?? (COMPARISONS.test(op) ? explainComparison(condition as Compared) : '')
}

const COMPARISONS = /^(eq|in|[lg]te?|contains|startsWith|endsWith|includes)$/

function explainComparison(compared: Compared): string {
  const { op, value, kind } = compared
  const isOther = isReference(value) || isSibling(value)
  const isList = op === 'in' && !isOther
  if (isList && value && !Array.isArray(value)) return '; in() needs a list'
  const values = isOther ? [] : isList && Array.isArray(value) ? value : [value]
  const remedy = values.map(explainValue).find((each) => each !== '')
  return remedy ?? (explainOperator(compared, values) || (kind ? `; the attribute has the kind ${kind}` : ''))
}

const NOTHING_IS_NULL = '; nothing equals null, so use isNull()'

/** Why nothing can be compared with the value. */
function explainValue(value: unknown): string {
  if (value === undefined) return '; the value is undefined'
  if (classify(value) === NULL) return NOTHING_IS_NULL
  if (Number.isNaN(value)) return '; nothing equals NaN, so correct the calculation of the number'
  if (value instanceof Date && classify(value) === 0) return '; correct the date, which is invalid'
  if (Array.isArray(value)) return '; use in() for a list of values'
  return classify(value) === 0 ? '; compare with a text, a number, a bigint, a boolean or a date' : ''
}

/** The operator that fits the attribute or its value, instead of one that never does. */
function explainOperator({ op, kind, by }: Compared, [value]: readonly unknown[]): string {
  const isArray = /Array$/.test(String(kind))
  const group = by ? TEXT : kind ? classOfKind(kind as Kind) : classify(value)
  if (isArray && op !== 'contains') return '; use contains() for an element of a list'
  if (op === 'contains' && !isArray && (kind || by))
    return `; contains() finds an element of a list, so use ${group === TEXT ? 'includes()' : 'eq()'}`
  if (/^[lg]/.test(op)) {
    if (group === TEXT)
      return '; texts have no order, so use eq(), in(), startsWith(), endsWith() or includes()'
    return group === BOOLEAN ? '; booleans have no order, so use eq()' : ''
  }
  if (isSearch(op) && typeof value !== 'string' && value !== undefined) return `; ${op}() takes a text`
  return ''
}
