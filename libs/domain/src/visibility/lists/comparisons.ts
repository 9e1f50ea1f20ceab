import { not, or, where, type Attribute, type Condition, type OrderedText } from '@content-service/authz'
import { findTextIndex } from '../../access/guest-right.ts'
import { matchRole } from '../../access/held-roles.ts'
import { findOrderedKind } from '../../access/ordered-kinds.ts'
import type { UserRole } from '../../access/role-names.ts'
import { GHOST_ID } from '../../rules/ids.ts'
import { leadsToUser } from '../../model/fields/field.ts'
import { filterKept, filterTrash } from '../../model/trash/trash.ts'
import type { RecordType } from '../../model/types/record-type.ts'
import { allOf } from '../../reading/reading.ts'
import type { ModelContext } from '../read-context.ts'
import { filterLinked, NOTHING, readsAll } from '../visible-rows.ts'
import type { FilterFacts } from './filter-facts.ts'
import { leadsToOwner, type ValueMember } from './list-members.ts'
import type { Operator } from './operators.ts'
import { convertText, toOperand } from './slot.ts'
import { foldStart, foldOfGuest, fold, lower, textAttribute } from './text-functions.ts'
import { readFlag, readPart, readValue } from './values.ts'

const ALL: Condition = allOf()

const OWNER_IS_SHOWN: Condition = { op: 'eq', attribute: 'isOwnerDeleted', value: false }

const compare = (attribute: string, op: 'eq' | 'lt' | 'lte' | 'gt' | 'gte', value: unknown): Condition =>
  ({ op, attribute, value: toOperand(value) }) as Condition

const isNull = (attribute: string): Condition => ({ op: 'isNull', attribute })

type Ordered = Readonly<Record<string, OrderedText>>

/** The attribute of a text with an order of its own (C16.1); undefined for other values. */
const findOrdered = ({ attribute, values }: ValueMember): Attribute<OrderedText> | undefined => {
  const kind = findOrderedKind(values)
  return kind && where<Ordered>({ [attribute]: kind })[attribute]
}

/** A condition takes a reference wherever it takes a text. */
const toText = (value: unknown): string => toOperand(value) as string

/** A comparison of a value of a record. */
const compareValue = (member: ValueMember, op: 'lt' | 'lte' | 'gt' | 'gte', value: unknown): Condition =>
  findOrdered(member)?.[op](toText(value)) ?? compare(member.attribute, op, value)

/** C13.3: the records whose link the caller sees. */
const filterVisibleLink = (context: ModelContext, member: ValueMember): Condition => {
  const { attribute, link } = member
  if (link === undefined) return not(isNull(attribute))
  if (leadsToOwner(member)) return allOf(OWNER_IS_SHOWN, not(compare(attribute, 'eq', GHOST_ID)))
  const { plural } = link.field.to
  if (!leadsToUser(link.field) && readsAll(context, plural)) return not(isNull(attribute))
  return { op: 'is', attribute: link.name, condition: filterLinked(context, plural) }
}

const equalTexts = (
  { attribute, ignoresCase, isIndexed, isInIndex }: ValueMember,
  texts: readonly string[],
) => {
  const own = textAttribute(attribute)
  const convert = (form: string) => texts.map((text) => convertText(form, text))
  if (ignoresCase) return lower(own).in(convert('lower'))
  const exact: Condition = { op: 'in', attribute, value: texts.map(toOperand) as readonly string[] }
  // The index holds the beginnings of folded texts.
  return isIndexed || isInIndex ? allOf(foldStart(own).in(convert('foldStart')), exact) : exact
}

const simplify = (condition: Condition): Condition =>
  condition.op === 'in' && Array.isArray(condition.value) && condition.value.length === 1
    ? ({ ...condition, op: 'eq', value: condition.value[0] } as Condition)
    : condition

const simplifyAll = (condition: Condition): Condition =>
  condition.op === 'and' ? allOf(...condition.conditions.map(simplify)) : simplify(condition)

/** The condition that a member has one of these values. */
const matchAny = (context: ModelContext, member: ValueMember, given: readonly unknown[]): Condition => {
  const { attribute, link, isRole, trashOf, values: kind } = member
  const values = given.filter(
    (value) => value !== null && !(link && leadsToOwner(member) && value === GHOST_ID),
  )
  if (values.length === 0) return NOTHING
  if (isRole) return or(...(values as UserRole[]).map((role) => matchRole(context.policy, role)))
  if (trashOf) return or(...values.map((isIn) => (isIn === true ? filterTrash : filterKept)(trashOf)))
  if (kind === 'text') return simplifyAll(equalTexts(member, values as string[]))
  const equal = simplify(
    findOrdered(member)?.in(values.map(toText)) ??
      ({ op: 'in', attribute, value: values.map(toOperand) } as Condition),
  )
  return link ? allOf(equal, filterShown(context, member)) : equal
}

/** Beside an id of its own, a link is visible or hidden, and not null. */
const filterShown = (context: ModelContext, member: ValueMember): Condition => {
  if (leadsToOwner(member)) return OWNER_IS_SHOWN
  const visible = filterVisibleLink(context, member)
  return visible.op === 'is' ? visible : ALL
}

/** Arrays have texts, unless the condition says another kind. */
const contains = ({ attribute, item }: ValueMember, value: unknown): Condition =>
  ({
    op: 'contains',
    attribute,
    ...(item === 'integer' && { kind: 'integerArray' }),
    value: toOperand(value),
  }) as Condition

const isMissing = (context: ModelContext, member: ValueMember): Condition => {
  if (member.isRole || member.trashOf) return NOTHING
  return member.link ? not(filterVisibleLink(context, member)) : isNull(member.attribute)
}

/** The text in the words of the index that the caller's right can use. */
const foldWhole = ({ attribute, isOfGuest }: ValueMember) =>
  (isOfGuest ? foldOfGuest : fold)(textAttribute(attribute))

type Compare = (context: ModelContext, member: ValueMember, given: unknown) => Condition

const createOrdered =
  (op: 'lt' | 'lte' | 'gt' | 'gte'): Compare =>
  (_, member, given) =>
    compareValue(member, op, readValue(member, given))

/** No index finds the records with another value. */
const withoutIndex = (member: ValueMember): ValueMember => ({ ...member, isIndexed: false, isInIndex: false })

const readValues = (member: ValueMember, given: unknown): readonly unknown[] =>
  (given as readonly unknown[]).map((each) => readValue(member, each))

const COMPARE: Readonly<Record<Operator, Compare>> = {
  eq: (context, member, given) => matchAny(context, member, [readValue(member, given)]),
  ne: (context, member, given) => not(matchAny(context, withoutIndex(member), [readValue(member, given)])),
  in: (context, member, given) => matchAny(context, member, readValues(member, given)),
  notIn: (context, member, given) => not(matchAny(context, withoutIndex(member), readValues(member, given))),
  lt: createOrdered('lt'),
  lte: createOrdered('lte'),
  gt: createOrdered('gt'),
  gte: createOrdered('gte'),
  contains: (_, member, given) => foldWhole(member).includes(convertText('fold', readPart(given))),
  startsWith: (_, member, given) => foldWhole(member).startsWith(convertText('fold', readPart(given))),
  isNull: (context, member, given) => {
    const missing = isMissing(context, member)
    return readFlag(given) ? missing : not(missing)
  },
  has: (_, member, given) => contains(member, readValue(member, given)),
  hasAny: (_, member, given) => or(...readValues(member, given).map((each) => contains(member, each))),
  hasAll: (_, member, given) => allOf(...readValues(member, given).map((each) => contains(member, each))),
  isEmpty: (_, { attribute }, given) => {
    const isEmpty = compare(`${attribute}.size`, 'eq', 0)
    return readFlag(given) ? isEmpty : not(isEmpty)
  },
}

/** The operators that an index of a field serves. */
export const SERVED: ReadonlySet<string> = new Set([
  'eq',
  'in',
  'lt',
  'lte',
  'gt',
  'gte',
  'has',
  'hasAny',
  'hasAll',
])
const OF_TEXT_INDEX: ReadonlySet<string> = new Set(['contains', 'startsWith'])

/** An operator on a value of the records of a type. */
export interface Compared {
  readonly type: RecordType
  readonly member: ValueMember
  readonly operator: Operator
}

const findIndex = (context: ModelContext, { type, member, operator }: Compared): 'all' | 'guest' | null => {
  const { permissions, attributes } = type
  return member.hasTextIndex && OF_TEXT_INDEX.has(operator)
    ? findTextIndex(context, context.model.policy, { permission: permissions.read, attributes })
    : null
}

/** The condition of an operator with its value. @throws InvalidValue. */
export const createComparison = (context: ModelContext, compared: Compared, given: unknown): Condition => {
  const { member, operator } = compared
  const isOfGuest = findIndex(context, compared) === 'guest'
  return COMPARE[operator](context, isOfGuest ? { ...member, isOfGuest: true } : member, given)
}

/** C13.6: whether an index finds the records, and the caller's right can use it. */
export const isServed = (context: ModelContext, compared: Compared): boolean => {
  const { member, operator } = compared
  if (OF_TEXT_INDEX.has(operator)) return findIndex(context, compared) !== null
  return (
    SERVED.has(operator) &&
    !member.isRole &&
    (member.isIndexed || member.link !== undefined || member.trashOf !== undefined)
  )
}

/** The values of these kinds are few, so that many records have an equal one. */
const FEW_VALUES: ReadonlySet<string> = new Set(['choice', 'flag'])

/** C13.6: what equal values tell of the number of records that match. */
export const findKey = (
  { isUnique, isIndexed, link, values }: ValueMember,
  operator: Operator,
): Pick<FilterFacts, 'isSelective' | 'isSingle' | 'isKeyed'> => {
  const isEqual = operator === 'eq' || operator === 'in'
  return {
    isSelective: isEqual && (isUnique || link !== undefined),
    isSingle: operator === 'eq' && isUnique,
    isKeyed: isEqual && (isUnique || link !== undefined || (isIndexed && !FEW_VALUES.has(values))),
  }
}
