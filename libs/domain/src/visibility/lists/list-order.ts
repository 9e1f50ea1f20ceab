import type { Permission } from '../../access/content-policy.ts'
import { isLink, isSeveral, type Field } from '../../model/fields/field.ts'
import { nameWord } from '../../model/interface-names.ts'
import { isMixed, parseOrderText } from '../../model/order-text.ts'
import { perModel } from '../../model/per-model.ts'
import type { RecordType } from '../../model/types/record-type.ts'
import { badUserInput, badValue, type Problem } from '../../rules/errors.ts'
import { isObject } from '../../rules/is-object.ts'
import { adviseName } from '../../rules/similar-name.ts'
import { SORT_DIRECTIONS, type SortDirection } from '../../reading/page.ts'
import type { Order } from '../../reading/reading.ts'
import type { ReadContext } from '../read-context.ts'
import { hasIndexBehind } from './filter-facts.ts'
import { authorizeMasked } from './authorize-masked.ts'
import { listMembers, type Member, type ValueMember } from './list-members.ts'
import { findOrderForm, type OrderForm } from './order-form.ts'

/** C13.2: the most orders of a list. */
const MOST_ORDERS = 3

/** A field by which a list can be ordered. */
export interface OrderField {
  readonly attribute: string
  /** The permissions that the caller needs on all records, because the value is masked (C13.3). */
  readonly permissions: readonly Permission[]
  readonly form: OrderForm
}

const TIMES = ['createdAt', 'updatedAt', 'changedAt']

/** A type with orders of its own has no order by a unique field that it does not name, such as the email address. */
const isOrdered = ({ custom }: RecordType, field: Field): boolean =>
  !isLink(field) && (field.index === true || (field.isUnique && custom?.orders === undefined))

/** The fields with an index, except lists of values. */
const listIndexed = (type: RecordType): readonly string[] =>
  Object.entries(type.shown).flatMap(([name, field]) =>
    isOrdered(type, field) && !isSeveral(field) ? [name] : [],
  )

const createField = ({ attribute, permissions, values }: ValueMember): OrderField => ({
  attribute,
  permissions,
  form: findOrderForm(values),
})

/** C16.1: the members of groups with an index, by their paths: `nutrition.calories`. */
const listInGroups = (members: readonly Member[]): readonly (readonly [string, OrderField])[] =>
  members.flatMap((member) => {
    if (member.kind !== 'group') return []
    const inside = Object.values(member.members)
    const own = inside.flatMap((each) =>
      each.kind === 'value' && each.isIndexed ? [[each.attribute, createField(each)] as const] : [],
    )
    return [...own, ...listInGroups(inside)]
  })

const createFields = (type: RecordType, members: Readonly<Record<string, Member>>) => {
  const own = type.custom?.orders ?? (type.isFixed ? [] : TIMES)
  const names = [...new Set([...own, ...listIndexed(type)])]
  const fields = names.flatMap((name): [string, OrderField][] => {
    const member = members[name]
    return member?.kind === 'value' ? [[name, createField(member)]] : []
  })
  return Object.fromEntries([...fields, ...listInGroups(Object.values(members))])
}

/** The words of GraphQL have no dots: `NUTRITION_CALORIES` is read as `nutritionCalories`. */
const findOrder = (fields: Readonly<Record<string, OrderField>>, given: string): OrderField | undefined => {
  const name = Object.hasOwn(fields, given)
    ? given
    : Object.keys(fields).find((each) => nameWord(each) === nameWord(given))
  return name === undefined ? undefined : fields[name]
}

const getFields = perModel((model) => {
  const made = new Map<string, Readonly<Record<string, OrderField>>>()
  return (type: RecordType) => {
    const fields = made.get(type.name) ?? createFields(type, listMembers(model, type))
    made.set(type.name, fields)
    return fields
  }
})

/** The fields by which a list of the type can be ordered, by their names (C13.1). */
export const listOrderFields = (
  model: ReadContext['model'],
  type: RecordType,
): Readonly<Record<string, OrderField>> => getFields(model)(type)

/** The order of a list, and whether an index serves it. */
export interface ParsedOrder {
  readonly orderBy: readonly Order[]
  /** The fields of an order that no index serves; null if one does. */
  readonly unserved: string | null
}

interface GivenOrder {
  readonly field: string
  readonly direction: SortDirection
}

const readOrder = (given: unknown, path: Problem['path']): GivenOrder => {
  if (!isObject(given)) throw badValue(path, 'must be an object with a field')
  const { field, direction } = given
  if (typeof field !== 'string') throw badValue([...path, 'field'], 'is missing')
  const found = direction === undefined || direction === null ? 'ASC' : direction
  const known = SORT_DIRECTIONS.find((each) => each === found)
  if (known === undefined) throw badValue([...path, 'direction'], `must be ${SORT_DIRECTIONS.join(' or ')}`)
  return { field, direction: known }
}

const findProblems = (orders: readonly GivenOrder[], path: Problem['path']): readonly Problem[] => [
  ...(orders.length > MOST_ORDERS ? [{ path, message: `must be at most ${MOST_ORDERS} orders` }] : []),
  ...orders.flatMap(({ field }, index) =>
    orders.findIndex((other) => other.field === field) < index
      ? [{ path: [...path, index, 'field'], message: `${field} is an order already` }]
      : [],
  ),
]

/**
 * C13.2: the order that a client asks for; ties by id in the direction of the last order. Null without an order.
 * `equal` are the fields that have one value in the list. @throws BAD_USER_INPUT, UNAUTHENTICATED, FORBIDDEN (C13.3).
 */
export const parseOrder = (
  context: ReadContext,
  type: RecordType,
  given: unknown,
  equal: readonly string[],
): ParsedOrder | null => {
  const path = ['orderBy']
  if (given === undefined || given === null) return null
  if (!Array.isArray(given)) throw badValue(path, 'must be a list of orders')
  if (given.length === 0) return null
  const orders = given.slice(0, MOST_ORDERS + 1).map((each, index) => readOrder(each, [...path, index]))
  const problems = findProblems(orders, path)
  if (problems.length > 0) throw badUserInput(problems)
  const fields = listOrderFields(context.model, type)
  const orderBy = orders.map(({ field, direction }, index) => {
    const found = findOrder(fields, field)
    const at = [...path, index, 'field']
    if (found === undefined)
      throw badValue(
        at,
        `${field} is no order of ${type.names.plural}; ${adviseName(field, Object.keys(fields))}`,
      )
    authorizeMasked(context, found.permissions, at)
    return { by: found.attribute, direction, ...found.form }
  })
  return {
    orderBy: toOrders(orderBy),
    unserved:
      orders.length === 1 || hasIndex(type, orders, equal)
        ? null
        : orders.map(({ field }) => field).join(', '),
  }
}

/** The orders of a list; ties by id in the direction of the last order (C13.2). */
export const toOrders = (orders: readonly Order[]): readonly Order[] => [
  ...orders,
  { by: 'id', direction: orders.at(-1)?.direction ?? 'ASC' },
]

/** C14.9: an index serves the default order of the type, and the same order backwards. */
const isDefault = ({ defaultOrder }: RecordType, orders: readonly GivenOrder[]): boolean => {
  const own = (defaultOrder ?? []).map(parseOrderText)
  const [first] = orders
  const isBackward = first?.direction !== own[0]?.direction
  const isSameOrder = ({ field, direction }: GivenOrder, place: number) =>
    own[place]?.field === field && (own[place].direction === direction) !== isBackward
  return own.length === orders.length && orders.every(isSameOrder)
}

/** Whether one index has the fields of all orders in one direction, behind fields with one value. */
const hasIndex = (type: RecordType, orders: readonly GivenOrder[], equal: readonly string[]): boolean =>
  isDefault(type, orders) ||
  (!isMixed(orders) &&
    hasIndexBehind(
      type.indexes,
      equal,
      orders.map(({ field }) => field),
    ))
