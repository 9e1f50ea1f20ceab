import { isReference } from './condition.ts'
import { BOOLEAN, NULL, classOf } from './value.ts'

/** A value as text for an error message. JSON has no bigints. */
export const show = (value: unknown): string =>
  `${JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? `${part}n` : part))}`.slice(
    0,
    300,
  )

/** Whether one text becomes the other if you insert, remove or replace at most two letters. */
const isNear = (a: string, b: string, steps = 2): boolean =>
  a === b ||
  (a[0] === b[0]
    ? isNear(a.slice(1), b.slice(1), steps)
    : steps > 0 &&
      [
        [a.slice(1), b.slice(1)],
        [a.slice(1), b],
        [a, b.slice(1)],
      ].some(([x = '', y = '']) => isNear(x, y, steps - 1)))

/** `; did you mean "articles:write"?`, or an empty text if no name is similar. */
export function suggest(name: string, known: Iterable<string>): string {
  const similar = [...known].find((other) => isNear(name, other))
  return similar === undefined ? '' : `; did you mean "${similar}"?`
}

const FORMS =
  /^((and|or) conditions,op|(not|subject) condition,op|(is|some) attribute,condition,op|isNull attribute,op|(eq|in|[lg]te?|contains) attribute,op,value)$/

/** Passes each mistake in a condition to `refuse`. */
export function checkCondition(condition: unknown, refuse: (message: string) => void): void {
  if (typeof condition !== 'object') return refuse(`invalid condition ${show(condition)}`)
  const members = Object(condition)
  const { op, attribute, kind, value, condition: inner, conditions } = members
  const names = Object.keys(members).filter(
    (name) => members[name] !== undefined && name !== (typeof kind === 'string' && 'kind'),
  )
  const check = (part: unknown) => checkCondition(part, refuse)
  // Null and undefined equal nothing. A rule that compares with them is a mistake, for example a variable without a value.
  const isScalar = (item: unknown) => classOf(item) > (/^[lg]/.test(op) ? BOOLEAN : NULL)
  const isOperand =
    typeof (attribute ?? '') === 'string' &&
    (!('value' in members) ||
      isReference(value) ||
      (Array.isArray(value) ? op === 'in' && value.every(isScalar) : op !== 'in' && isScalar(value)))
  if (!FORMS.test(`${op} ${names.sort()}`) || !isOperand) refuse(`invalid condition ${show(condition)}`)
  for (const part of [inner, conditions].flat()) if (part !== undefined) check(part)
}
