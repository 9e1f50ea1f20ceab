import { type Condition, isJunction, isReference, isSibling } from '../engine/conditions/condition.ts'
import { type Filter, toCondition } from '../engine/decisions/filter.ts'
import { findKey } from '../engine/conditions/simplify.ts'
import { own } from '../engine/conditions/value.ts'

type Members = ReadonlyMap<string, unknown>

const isEqual = (a: unknown, b: unknown): boolean =>
  a instanceof Map && b instanceof Map
    ? a.size === b.size && [...a].every(([name, value]) => isEqual(value, b.get(name)))
    : !(a instanceof Map || b instanceof Map) && keyOfValue(a) === keyOfValue(b)

const keyOfValue = (value: unknown): string =>
  findKey({ op: 'eq', attribute: '', value } as unknown as Condition)

/** The members of all parts, those of one object together. A member with two different values has no default. */
function merge(parts: readonly Members[]): Members {
  const names = new Set(parts.flatMap((part) => [...part.keys()]))
  return new Map(
    [...names].flatMap((name): [string, unknown][] => {
      const values = parts.filter((part) => part.has(name)).map((part) => part.get(name))
      if (values.every((value) => value instanceof Map)) return [[name, merge(values)]]
      return values.every((value) => isEqual(value, values[0])) ? [[name, values[0]]] : []
    }),
  )
}

/** The members that all parts have with one value. */
const common = ([first = new Map(), ...others]: readonly Members[]): Members =>
  new Map(
    [...first].filter(([name, value]) =>
      others.every((part) => part.has(name) && isEqual(part.get(name), value)),
    ),
  )

function findMembers(condition: Condition): Members {
  if (isJunction(condition))
    return (condition.op === 'and' ? merge : common)(condition.conditions.map(findMembers))
  if (condition.op === 'isNull') return new Map([[condition.attribute, null]])
  if (condition.op === 'is') return new Map([[condition.attribute, findMembers(condition.condition)]])
  if (condition.op !== 'eq' && condition.op !== 'in') return new Map()
  const values: readonly unknown[] = [condition.value].flat()
  const isValue = !isReference(values[0]) && !isSibling(values[0]) && condition.by === undefined
  return values.length === 1 && isValue ? new Map([[condition.attribute, values[0]]]) : new Map()
}

const toObject = (members: Members): object =>
  Object.fromEntries(
    [...members].map(([name, value]) => [name, value instanceof Map ? toObject(value) : own(value)]),
  )

/**
 * The attributes that a new row must have, so that the subject has the permission for it:
 * `{ ...defaultsOf(policy.filter(user, 'articles:create')), ...input }`. They are the values for which each allowed row has
 * the same value: `ownerId: 7` for `ownerId = 7 and (status = 'DRAFT' or status = 'PUBLISHED')`. Check the new row after
 * that, because `input` can have other values.
 */
export const defaultsOf = (filter: Filter): Readonly<Record<string, unknown>> =>
  filter.kind === 'when'
    ? (toObject(findMembers(toCondition(filter))) as Readonly<Record<string, unknown>>)
    : {}
