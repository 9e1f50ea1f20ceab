import { isTime, type Field } from '../../model/fields/field.ts'
import { isGroup, isList, type GroupField } from '../../model/fields/part-fields.ts'
import { fold } from '@content-service/authz/fold'

/** A filter as a client sends it. */
export type Where = Readonly<Record<string, unknown>>

/** The member of a filter whose values are compared. */
interface ComparedMember {
  /** The name of the type. */
  readonly type: string
  readonly name: string
  readonly field?: Field | undefined
}

/** C13.2: the filter names the state at its top, or below `and` alone. */
export const namesDeletedState = ({ status = {}, and = [] }: Where): boolean => {
  const { eq, in: states = [] } = status as Where
  return [eq, ...(states as unknown[])].includes('DELETED') || (and as Where[]).some(namesDeletedState)
}

const toTag = (text: string): string => text.normalize('NFC').toLowerCase().trim().normalize('NFC')

/** The form in which two values are compared: a stored value, or a value of a filter. */
const createForm = (
  { type, name, field }: ComparedMember,
  stored: unknown,
): ((value: unknown) => unknown) => {
  if (field && isList(field))
    return (value) => (isTime(field.item) ? new Date(String(value)).toISOString() : value)
  if (stored instanceof Date)
    return (value) => (value instanceof Date ? value : new Date(String(value))).getTime()
  if (Array.isArray(stored)) return (value) => toTag(String(value))
  if (type === 'User' && ['username', 'email'].includes(name)) return (value) => String(value).toLowerCase()
  // Ids are texts in filters, and the ids of users are numbers in records.
  return name === 'id' || name.endsWith('Id') ? String : (value) => value
}

type Compare = (value: unknown, wanted: never) => boolean

const containsFolded = (value: unknown, part: string): boolean => fold(String(value)).includes(fold(part))

/** The operators on values that are not null. Each gets its operands in the form of the member. */
const OPERATORS: Readonly<Record<string, Compare>> = {
  eq: (value, wanted) => value === wanted,
  in: (value, wanted: unknown[]) => wanted.includes(value),
  lt: (value, wanted: number) => (value as number) < wanted,
  lte: (value, wanted: number) => (value as number) <= wanted,
  gt: (value, wanted: number) => (value as number) > wanted,
  gte: (value, wanted: number) => (value as number) >= wanted,
  contains: containsFolded,
  startsWith: (value, part: string) => fold(String(value)).startsWith(fold(part)),
}

const OF_LISTS: Readonly<Record<string, (tags: readonly unknown[], wanted: never) => boolean>> = {
  has: (tags, wanted: unknown) => tags.includes(wanted),
  hasAny: (tags, wanted: unknown[]) => wanted.some((tag) => tags.includes(tag)),
  hasAll: (tags, wanted: unknown[]) => wanted.every((tag) => tags.includes(tag)),
  isEmpty: (tags, wanted: boolean) => (tags.length === 0) === wanted,
}

const NEGATED: Readonly<Record<string, string>> = { ne: 'eq', notIn: 'in' }

/** C16.1: whether the members of a group match. Times in a group are texts. */
export const matchesGroup = (
  { members }: Pick<GroupField, 'members'>,
  group: unknown,
  given: Where,
): boolean =>
  Object.entries(given).every(([name, wanted]) => {
    if (name === 'isNull') return (group === null) === wanted
    const field = members[name]
    if (field === undefined) throw new Error(`The group has no member ${name}.`)
    const value = group === null ? null : ((group as Where)[name] ?? null)
    if (isGroup(field)) return matchesGroup(field, value, wanted as Where)
    const compared = isTime(field) && value !== null ? new Date(String(value)) : value
    return Object.entries(wanted as Where).every(([operator, each]) =>
      compareValue(compared, operator, each, { type: '', name, field }),
    )
  })

/** Whether a value of a record matches an operator of a filter (C13.1). */
export const compareValue = (
  stored: unknown,
  operator: string,
  given: unknown,
  member: ComparedMember,
): boolean => {
  if (operator === 'isNull') return (stored === null) === given
  const negated = NEGATED[operator]
  if (negated !== undefined) return !compareValue(stored, negated, given, member)
  if (stored === null) return false
  const form = createForm(member, stored)
  const wanted = typeof given === 'boolean' ? given : Array.isArray(given) ? given.map(form) : form(given)
  if (Array.isArray(stored)) return OF_LISTS[operator]?.(stored, wanted as never) === true
  return OPERATORS[operator]?.(form(stored), wanted as never) === true
}
