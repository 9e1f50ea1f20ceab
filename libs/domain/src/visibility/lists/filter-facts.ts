/** A condition that no index serves alone. */
export interface Unserved {
  readonly path: string
  /** The field of a condition that an index of several fields can serve, beside equal values of the fields before it. */
  readonly field: string | null
}

/** What a filter asks of the database (C13.6). */
export interface FilterFacts {
  /** The conditions on fields of the listed records. */
  readonly own: number
  /** The conditions on records behind a link. */
  readonly through: number
  /** An index finds the few records that can match. */
  readonly isSelective: boolean
  /** The fields that have one value in all records that match. */
  readonly equal: readonly string[]
  readonly unserved: readonly Unserved[]
}

export const NO_FACTS: FilterFacts = { own: 0, through: 0, isSelective: false, equal: [], unserved: [] }

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
  facts: Pick<FilterFacts, 'isSelective' | 'equal' | 'unserved'>,
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
  const unserved = isSelective ? [] : listUnserved(parts).filter((each) => !isServed(each))
  return combine(parts, { isSelective, equal, unserved })
}

/** No equal values stand beside the conditions. */
const standAlone = (unserved: readonly Unserved[]): readonly Unserved[] =>
  unserved.map(({ path }) => ({ path, field: null }))

/** Conditions of which one must hold: each needs an index. */
export const joinByOr = (parts: readonly FilterFacts[]): FilterFacts =>
  combine(parts, {
    isSelective: parts.length > 0 && parts.every((facts) => facts.isSelective),
    equal: [],
    unserved: standAlone(listUnserved(parts)),
  })

/** The negation of a condition, which no index serves. */
export const negateFacts = (facts: FilterFacts, path: string): FilterFacts =>
  combine([facts], { isSelective: false, equal: [], unserved: [{ path, field: null }] })

/** A condition on the records behind a link, which no index serves. */
export const passLink = ({ own, through }: FilterFacts, path: string): FilterFacts => ({
  own: 0,
  through: Math.max(own + through, 1),
  isSelective: false,
  equal: [],
  unserved: [{ path, field: null }],
})
