import type { LiftedFilters } from './filter-slots.ts'
import type { KnownOperation } from './known-operation.ts'
import type { Variables } from './planned-field.ts'

/** The longest id or cursor. A request with a longer text has no plan. */
const MOST_SLOT_LENGTH = 2_000

/** Longer variables hardly repeat. */
const MOST_KEY_LENGTH = 1_000

/** A request with deeper variables has no plan. */
const MOST_LEVELS = 50

/** The part of a slot in the key: whether it has a value. Undefined for a value without a plan. */
const describeSlot = (value: unknown): boolean | undefined => {
  if (value === undefined || value === null) return false
  return typeof value === 'string' && value.length <= MOST_SLOT_LENGTH ? true : undefined
}

export const isShallow = (value: unknown, levels = MOST_LEVELS): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (levels > 0 && Object.values(value).every((member) => isShallow(member, levels - 1)))

/** The key of the plan: all variables but the values of slots decide the plan. Null for a request without a plan. */
export const createPlanKey = (
  { id, slots, filterSlots }: Pick<KnownOperation, 'id' | 'slots' | 'filterSlots'>,
  variables: Variables,
  { shapes }: Pick<LiftedFilters, 'shapes'>,
): string | null => {
  const inFilters = new Set(filterSlots.flatMap((slot) => slot.variables))
  const described: Record<string, unknown> =
    inFilters.size === 0
      ? { ...variables }
      : Object.fromEntries(Object.entries(variables).filter(([name]) => !inFilters.has(name)))
  for (const name of slots) {
    described[name] = describeSlot(variables[name])
    if (described[name] === undefined) return null
  }
  const key = `${id} ${JSON.stringify(described)}${shapes.length > 0 ? ` ${shapes.join(' ')}` : ''}`
  return key.length <= MOST_KEY_LENGTH ? key : null
}
