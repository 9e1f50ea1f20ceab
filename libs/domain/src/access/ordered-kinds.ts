import type { ConditionFunction } from '@content-service/authz'
import { day, numeric } from '@content-service/authz/ordered'

/** C16.1: the texts that have an order, with the kinds by which conditions compare them. */
const ORDERED_KINDS = { decimal: numeric, date: day } as const

/** The kind by which conditions compare a fact, or the values of a filter; undefined for others. */
export const findOrderedKind = (name: unknown): ConditionFunction | undefined =>
  name === 'decimal' || name === 'date' ? ORDERED_KINDS[name] : undefined
