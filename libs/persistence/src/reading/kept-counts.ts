import type { Condition } from '@content-service/authz'
import { LISTED_USERS, type Collection } from '@content-service/domain'
import { sql } from 'kysely'
import type { Sql } from '../sql.ts'

interface KeptCount {
  readonly of: Condition
  readonly number: Sql
}

/** Triggers keep the number of the rows that meet a condition (decision 72). */
const KEPT: Readonly<Partial<Record<Collection, KeptCount>>> = {
  users: { of: LISTED_USERS, number: sql`(select coalesce(sum(users), 0) from user_counts)` },
}

const listParts = (condition: Condition): readonly string[] =>
  condition.op === 'and' ? condition.conditions.flatMap(listParts) : [JSON.stringify(condition)]

/** Whether two conditions consist of the same parts, in any order. */
const areAlike = (one: Condition, other: Condition): boolean => {
  const [parts, others] = [new Set(listParts(one)), new Set(listParts(other))]
  return parts.size === others.size && [...parts].every((part) => others.has(part))
}

/** The number of the matching rows, if triggers keep it. */
export const findKeptCount = (from: Collection, where: Condition): Sql | undefined => {
  const kept = KEPT[from]
  return kept && areAlike(where, kept.of) ? kept.number : undefined
}
