import type { Condition } from '@content-service/authz'

/** A condition that no index serves alone. */
export interface Unserved {
  readonly path: string
  /** The field of a condition that an index of several fields can serve, beside equal values of the fields before it. */
  readonly field: string | null
}

/** A condition through a link that leads to few records, if only `and` stands around it (C13.6). */
export interface Lead {
  readonly path: string
  /** `is` with at most one linked record, or `some` with the linked records that have a value. */
  readonly condition: Condition
}

/** What a filter asks of the database (C13.6). */
export interface FilterFacts {
  /** The conditions on fields of the listed records. */
  readonly own: number
  /** The conditions on records behind a link. */
  readonly through: number
  /** An index finds the few records that can match. */
  readonly isSelective: boolean
  /** At most one record can match. */
  readonly isSingle: boolean
  /** An index finds the records that have equal values. */
  readonly isKeyed: boolean
  readonly leads: readonly Lead[]
  /** The fields that have one value in all records that match. */
  readonly equal: readonly string[]
  readonly unserved: readonly Unserved[]
}

const UNKNOWN = { isSelective: false, isSingle: false, isKeyed: false, leads: [], equal: [] } as const

export const NO_FACTS: FilterFacts = { own: 0, through: 0, ...UNKNOWN, unserved: [] }

/** The fields of each index of several fields. */
export type Indexes = readonly (readonly string[])[]

/** Whether an index has these fields, one after the other, behind fields with one value. */
export const hasIndexBehind = (
  indexes: Indexes,
  equal: readonly string[],
  fields: readonly string[],
): boolean =>
  indexes.some((names) => {
    const place = names.indexOf(fields[0] ?? '')
    const isNext = fields.every((field, offset) => names[place + offset] === field)
    return place >= 0 && isNext && names.slice(0, place).every((name) => equal.includes(name))
  })

const sum = (parts: readonly FilterFacts[], read: (facts: FilterFacts) => number): number =>
  parts.reduce((total, facts) => total + read(facts), 0)

const combine = (
  parts: readonly FilterFacts[],
  facts: Omit<FilterFacts, 'own' | 'through'>,
): FilterFacts => ({
  own: sum(parts, ({ own }) => own),
  through: sum(parts, ({ through }) => through),
  ...facts,
})

const listUnserved = (parts: readonly FilterFacts[]): readonly Unserved[] =>
  parts.flatMap(({ unserved }) => unserved)

/** Conditions that are joined by and: one that finds few records serves all others. */
export const joinByAnd = (parts: readonly FilterFacts[], indexes: Indexes): FilterFacts => {
  const isSelective = parts.some((facts) => facts.isSelective)
  const equal = parts.flatMap((facts) => facts.equal)
  const isServed = ({ field }: Unserved) => field !== null && hasIndexBehind(indexes, equal, [field])
  return combine(parts, {
    isSelective,
    isSingle: parts.some((facts) => facts.isSingle),
    isKeyed: parts.some((facts) => facts.isKeyed),
    leads: isSelective ? [] : parts.flatMap(({ leads }) => leads),
    equal,
    unserved: isSelective ? [] : listUnserved(parts).filter((each) => !isServed(each)),
  })
}

/** No equal values stand beside the conditions, and no condition through a link leads to the records alone. */
const standAlone = (parts: readonly FilterFacts[]): readonly Unserved[] =>
  [...listUnserved(parts), ...parts.flatMap(({ leads }) => leads)].map(({ path }) => ({ path, field: null }))

/** Conditions of which one must hold: each needs an index. */
export const joinByOr = (parts: readonly FilterFacts[]): FilterFacts => {
  const all = (read: (facts: FilterFacts) => boolean) => parts.length > 0 && parts.every(read)
  return combine(parts, {
    ...UNKNOWN,
    isSelective: all((facts) => facts.isSelective),
    isKeyed: all(({ isKeyed, leads }) => isKeyed && leads.length === 0),
    unserved: standAlone(parts),
  })
}

/** The negation of a condition, which no index serves. */
export const negateFacts = (facts: FilterFacts, path: string): FilterFacts =>
  combine([facts], { ...UNKNOWN, unserved: [{ path, field: null }] })

/** Whether a condition on linked records finds few records: one record for `is`, and those with equal values for `some`. */
const leads = ({ isSingle, isKeyed }: FilterFacts, { op }: Condition): boolean =>
  op === 'is' ? isSingle : op === 'some' && isKeyed

/** A condition on the records behind a link, which has an index if it leads to few records. */
export const passLink = (facts: FilterFacts, { path, condition }: Lead): FilterFacts => {
  const isLead = leads(facts, condition)
  return {
    ...UNKNOWN,
    own: 0,
    through: Math.max(facts.own + facts.through, 1),
    isKeyed: isLead,
    leads: isLead ? [{ path, condition }] : [],
    unserved: isLead ? [] : [{ path, field: null }],
  }
}

/** The facts of a whole filter: the first condition that leads to few records serves all others. */
export const followLead = (facts: FilterFacts): FilterFacts =>
  facts.leads.length > 0 ? { ...facts, unserved: [] } : facts
