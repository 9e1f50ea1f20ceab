import type { FilterFacts } from './filter-facts.ts'

/** C13.6: what a list asks of the database, beside its rows. */
export interface ListCost {
  /** The requests that the list costs. */
  readonly price: number
  /** The path or the fields of what no index serves; null if indexes serve the list. */
  readonly unserved: string | null
}

export const FREE: ListCost = { price: 0, unserved: null }

const FREE_CONDITIONS = 10
const PARENTS = 20

/** The cost of a filter and an order. */
export const computeListCost = (
  { own, through, unserved: filter }: FilterFacts,
  order: string | null,
): ListCost => {
  const further = Math.ceil(Math.max(own - FREE_CONDITIONS, 0) / FREE_CONDITIONS)
  const scans = Number(filter !== null) + Number(order !== null)
  return { price: further + through + scans, unserved: filter ?? order }
}

/** The cost of a list that each of `parents` records has. */
export const multiplyCost = ({ price, unserved }: ListCost, parents: number): ListCost => ({
  price: price * Math.ceil(parents / PARENTS),
  unserved,
})

export const addCosts = (costs: readonly ListCost[]): ListCost => ({
  price: costs.reduce((sum, { price }) => sum + price, 0),
  unserved: costs.find(({ unserved }) => unserved !== null)?.unserved ?? null,
})
