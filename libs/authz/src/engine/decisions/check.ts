import {
  type Comparison,
  IMPLEMENTATION,
  type Sibling,
  isReference,
  isSearch,
  isSibling,
} from '../conditions/condition.ts'
import { MOST_NESTED, TOO_LARGE } from '../conditions/depth.ts'
import { KINDS, type Kind, classOfKind } from '../conditions/kind.ts'
import { relations } from '../conditions/relation.ts'
import { BOOLEAN, NULL, TEXT, classify } from '../conditions/value.ts'
import { explainRemedy } from './remedy.ts'

/** JSON has no bigints, and it has null instead of NaN and of invalid dates. */
function replaceOther(this: Readonly<Record<string, unknown>>, name: string, part: unknown): unknown {
  if (typeof part === 'bigint') return `${part}n`
  const isOther =
    typeof part === 'number' ? !Number.isFinite(part) : this[name] instanceof Date && part === null
  return isOther ? String(this[name]) : part
}

/** A value as text for an error message. */
export const show = (value: unknown): string => `${JSON.stringify(value, replaceOther)}`.slice(0, 300)

const FORMS =
  /^((and|or) conditions,op|(not|subject) condition,op|(is|some) attribute,condition,op|isNull attribute,(kind,)?op|may attribute,op,permission|(eq|in|[lg]te?|contains|startsWith|endsWith|includes) attribute,(by,)?(kind,)?op,value)$/

export const isName = (name: unknown): boolean => typeof name === 'string' && name !== ''

export const isNames = (names: unknown): names is readonly string[] =>
  Array.isArray(names) && names.every(isName)

const findGroup = (kind: unknown): number => (KINDS.includes(kind as Kind) ? classOfKind(kind as Kind) : 0)

/** Whether the operand is another attribute, whose kind can be compared with the kind of the attribute. */
function isComparableSibling({ op, kind, by, value }: Comparison): boolean {
  const { attribute, kind: other = kind, ...rest } = value as Sibling
  const isKnown = !kind || (findGroup(other) === findGroup(kind) && !/Array/.test(`${kind}${other}`))
  return (
    /^(eq|[lg]te?)$/.test(op) && isName(attribute) && by === undefined && isKnown && !Object.keys(rest).length
  )
}

/** Whether a comparison can be true for an attribute of its kind. */
function isComparable(comparison: Comparison): boolean {
  const { op, kind, by, value } = comparison
  const group = findGroup(kind)
  if (kind && group === 0) return false
  const apply = comparison[IMPLEMENTATION]
  if (by !== undefined && !apply) return false
  const isOfText = isSearch(op) || by !== undefined
  const isOfOrder = /^[lg]/.test(op)
  // A kind of texts with an order has no parts of texts.
  if (
    isOfText &&
    ((apply?.order ? isSearch(op) : isOfOrder) || op === 'contains' || (kind && group !== TEXT))
  )
    return false
  // Null and undefined equal nothing. A rule that compares with them is a mistake, for example a variable without a value.
  const lowest = isOfOrder ? BOOLEAN : NULL
  const wanted = isOfText ? TEXT : group
  const isScalar = (item: unknown) =>
    (wanted ? classify(item) === wanted : classify(item) > lowest) &&
    (!apply?.order || !!apply(item, relations.eq, item))
  if (op === 'isNull') return true
  if (kind && (group <= lowest || /Array/.test(kind) !== (op === 'contains'))) return false
  if (isReference(value)) return `${Object.keys(value)}` === 'subject'
  if (isSibling(value)) return isComparableSibling(comparison)
  return Array.isArray(value) ? op === 'in' && value.every(isScalar) : op !== 'in' && isScalar(value)
}

/** A callback that makes no condition has the reason in the place of one. */
const describeInvalid = (condition: unknown, members: { readonly mistake?: unknown }): string =>
  typeof members.mistake === 'string'
    ? `invalid condition ${members.mistake}`
    : `invalid condition ${show(condition)}${explainRemedy(members)}`

/** Passes each mistake in a condition to `refuse`. */
export function checkCondition(condition: unknown, refuse: (message: string) => void, depth = 0): void {
  if (depth > MOST_NESTED) return refuse(`invalid condition that is ${TOO_LARGE}`)
  if (typeof condition !== 'object') return refuse(`invalid condition ${show(condition)}`)
  const members = Object(condition)
  const { op, attribute = op, kind = op, condition: inner, conditions = [inner] } = members
  const names = `${Object.keys(members).sort()}`
  const isComparison = !/cond/.test(names)
  if (op === 'may' && FORMS.test(`may ${names}`) && isNames([attribute, members.permission])) return
  if (
    ![op, attribute, kind].every(isName) ||
    !FORMS.test(`${op} ${names}`) ||
    !(isComparison ? isComparable(members) : Array.isArray(conditions))
  )
    refuse(describeInvalid(condition, members))
  else if (!isComparison) for (const part of conditions) checkCondition(part, refuse, depth + 1)
}
