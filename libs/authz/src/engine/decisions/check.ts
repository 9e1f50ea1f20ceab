import {
  type Comparison,
  IMPLEMENTATION,
  type Sibling,
  isReference,
  isSibling,
} from '../conditions/condition.ts'
import { MOST_NESTED, TOO_LARGE } from '../conditions/depth.ts'
import { type Kind, classOfKind } from '../conditions/kind.ts'
import { BOOLEAN, NULL, TEXT, classify } from '../conditions/value.ts'
import { explainRemedy } from './remedy.ts'

/** A value as text for an error message. JSON has no bigints. */
export const show = (value: unknown): string =>
  `${JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? `${part}n` : part))}`.slice(
    0,
    300,
  )

/** Whether one text becomes the other if you insert, remove or replace at most two letters. */
function isNear(a: string, b: string, steps = 2): boolean {
  const [restOfA, restOfB] = [a.slice(1), b.slice(1)]
  return (
    a === b ||
    (a[0] === b[0]
      ? isNear(restOfA, restOfB, steps)
      : steps > 0 &&
        (isNear(restOfA, restOfB, steps - 1) ||
          isNear(restOfA, b, steps - 1) ||
          isNear(a, restOfB, steps - 1)))
  )
}

/** `; did you mean "articles:write"?`, or an empty text if no name is similar. */
export function suggest(name: string, known: Iterable<string>): string {
  // The test recurses for each letter, and nobody writes such long names by hand.
  const similar = name.length < 100 ? [...known].find((other) => isNear(name, other)) : undefined
  return similar === undefined ? '' : `; did you mean "${similar}"?`
}

/** The end of a message about a name that a policy does not define. */
export const describeUnknown = (what: 'permission' | 'role', name: string, known: Iterable<string>): string =>
  `the ${what} ${name}, which the policy does not define${suggest(name, known) || '.'}`

const FORMS =
  /^((and|or) conditions,op|(not|subject) condition,op|(is|some) attribute,condition,op|isNull attribute,(kind,)?op|may attribute,op,permission|(eq|in|[lg]te?|contains|startsWith|includes) attribute,(by,)?(kind,)?op,value)$/

export const isName = (name: unknown): boolean => typeof name === 'string' && name !== ''

export const isNames = (names: unknown): names is readonly string[] =>
  Array.isArray(names) && names.every(isName)

const findGroup = (kind: unknown): number =>
  (Object.hasOwn(classOfKind, kind as Kind) && classOfKind[kind as Kind]) || 0

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
  const isSearch = op === 'startsWith' || op === 'includes'
  const isOfText = isSearch || by !== undefined
  if (isOfText && ((!isSearch && op !== 'eq' && op !== 'in') || (kind && group !== TEXT))) return false
  if (by !== undefined && typeof comparison[IMPLEMENTATION] !== 'function') return false
  // Null and undefined equal nothing. A rule that compares with them is a mistake, for example a variable without a value.
  const lowest = /^[lg]/.test(op) ? BOOLEAN : NULL
  const wanted = isOfText ? TEXT : group
  const isScalar = (item: unknown) => classify(item) > lowest && (!wanted || classify(item) === wanted)
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
