import { countTens } from '../../rules/searched-words.ts'
import type { AskedList } from './asked-list.ts'
import type { FilterFacts, Lead } from './filter-facts.ts'

/** C13.6: what a list asks of the database, beside its rows. */
export interface ListCost {
  /** The requests that the list costs. */
  readonly price: number
  /** The path or the fields of what no index serves; null if indexes serve the list. */
  readonly unserved: string | null
  /** Whether the order is what no index serves. */
  readonly isOrder?: true
  /** Whether the list looks for words, as a search does (C20.3). */
  readonly seeksWords?: true
  /** The condition through a link that finds the few records of the list. */
  readonly lead?: Lead
  /** The lists with a filter or an order. */
  readonly lists: readonly AskedList[]
}

export const FREE: ListCost = { price: 0, unserved: null, lists: [] }

const FREE_CONDITIONS = 10
const PARENTS = 20

/** The cost of a list, by the facts of its filters and by the fields of an order that no index serves. */
export const computeListCost = (
  {
    own,
    through,
    unserved: conditions,
    leads: [lead],
    words = [],
  }: Pick<FilterFacts, 'own' | 'through' | 'unserved' | 'leads'> & { readonly words?: readonly string[] },
  order: string | null,
  asked: Omit<AskedList, 'unserved'>,
): ListCost => {
  const further = Math.ceil(Math.max(own - FREE_CONDITIONS, 0) / FREE_CONDITIONS)
  const filter = conditions[0]?.path ?? null
  const scans = Number(filter !== null) + Number(order !== null)
  const unserved = filter ?? order
  const isPlain = asked.filters.length === 0 && asked.orderBy.length === 0
  const lists = isPlain ? [] : [{ ...asked, unserved }]
  const isOrder = filter === null && order !== null
  return {
    // C12.12: the words cost as much as those of a search.
    price: further + through + scans + countTens(words.join(' ')),
    unserved,
    lists,
    ...(isOrder && { isOrder }),
    ...(lead && { lead }),
    ...(words.length > 0 && { seeksWords: true as const }),
  }
}

/** The cost of a list that each of `parents` records has. */
export const multiplyCost = (cost: ListCost, parents: number): ListCost => ({
  ...cost,
  price: cost.price * Math.ceil(parents / PARENTS),
})

export const addCosts = (costs: readonly ListCost[]): ListCost => {
  const lead = costs.find((cost) => cost.lead)?.lead
  return {
    price: costs.reduce((sum, { price }) => sum + price, 0),
    unserved: costs.find(({ unserved }) => unserved !== null)?.unserved ?? null,
    lists: costs.flatMap(({ lists }) => lists),
    ...(lead && { lead }),
    ...(costs.some(({ seeksWords }) => seeksWords) && { seeksWords: true }),
  }
}
