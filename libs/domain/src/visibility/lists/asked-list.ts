import type { FilterPart, Order } from '../../reading/reading.ts'
import { isObject } from '../../rules/is-object.ts'
import { isSlot } from './slot.ts'

/** A list that a request has asked for, with its filters, its order and what no index serves: for operators (C13.6). */
export interface AskedList {
  /** The plural of the listed type. */
  readonly list: string
  readonly filters: readonly FilterPart[]
  readonly orderBy: readonly Order[]
  /** The path or the fields of what no index serves; null if indexes serve the list. */
  readonly unserved: string | null
}

const isNested = (value: unknown): boolean => isObject(value) && !isSlot(value)

const describeValue = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(describeValue).join(', ')}]`
  return isObject(value) ? describeMembers(value) : ''
}

/** A comparison is its name alone, so that no value is told. */
const describeMember = ([name, value]: readonly [string, unknown]): string => {
  const isPart = isNested(value) || (Array.isArray(value) && value.some(isNested))
  return isPart ? `${name}: ${describeValue(value)}` : name
}

const describeMembers = (filter: object): string => {
  const members = Object.entries(filter).filter(([, value]) => value !== undefined)
  return `{ ${members.map(describeMember).toSorted().join(', ')} }`
}

/** The shape of a list, without a value: `meetups(where: { venue: { name: { contains } } }, orderBy: startsAt)`. */
export const describeList = ({ list, filters, orderBy }: AskedList): string => {
  const where = filters.map((filter) => describeValue(filter.where)).join(' and ')
  // The last order is the id, which decides between equal values.
  const orders = orderBy.slice(0, -1).map(({ by, direction }) => (direction === 'DESC' ? `-${by}` : by))
  const parts = [where && `where: ${where}`, orders.length > 0 && `orderBy: ${orders.join(', ')}`]
  const given = parts.filter(Boolean).join(', ')
  return given ? `${list}(${given})` : list
}
