/** What a filter asks of the database (C13.6). */
export interface FilterFacts {
  /** The conditions on fields of the listed records. */
  readonly own: number
  /** The conditions on records behind a link. */
  readonly through: number
  /** An index finds the few records that can match. */
  readonly isSelective: boolean
  /** The path of a condition that no index serves; null if there is none. */
  readonly unserved: string | null
}

export const NO_FACTS: FilterFacts = { own: 0, through: 0, isSelective: false, unserved: null }

const sum = (parts: readonly FilterFacts[], read: (facts: FilterFacts) => number): number =>
  parts.reduce((total, facts) => total + read(facts), 0)

const combine = (
  parts: readonly FilterFacts[],
  { isSelective, unserved }: Pick<FilterFacts, 'isSelective' | 'unserved'>,
): FilterFacts => ({
  own: sum(parts, ({ own }) => own),
  through: sum(parts, ({ through }) => through),
  isSelective,
  unserved,
})

const findUnserved = (parts: readonly FilterFacts[]): string | null =>
  parts.find(({ unserved }) => unserved !== null)?.unserved ?? null

/** Conditions that are joined by and: one that finds few records serves all others. */
export const joinByAnd = (parts: readonly FilterFacts[]): FilterFacts => {
  const isSelective = parts.some((facts) => facts.isSelective)
  return combine(parts, { isSelective, unserved: isSelective ? null : findUnserved(parts) })
}

/** Conditions of which one must hold: each needs an index. */
export const joinByOr = (parts: readonly FilterFacts[]): FilterFacts =>
  combine(parts, {
    isSelective: parts.length > 0 && parts.every((facts) => facts.isSelective),
    unserved: findUnserved(parts),
  })

/** The negation of a condition, which no index serves. */
export const negateFacts = (facts: FilterFacts, path: string): FilterFacts =>
  combine([facts], { isSelective: false, unserved: path })

/** A condition on the records behind a link, which no index serves. */
export const passLink = ({ own, through }: FilterFacts, path: string): FilterFacts => ({
  own: 0,
  through: Math.max(own + through, 1),
  isSelective: false,
  unserved: path,
})
