import type { Collection } from '../../model/collections.ts'
import type { RelatedSelection, Selection } from '../../reading/reading.ts'
import { MAX_LIMIT } from '../../reading/page.ts'
import { ContentError } from '../../rules/errors.ts'
import type { ReadContext } from '../read-context.ts'
import type { RecordType } from '../../model/types/record-type.ts'
import { findCountedValues } from './list-counts.ts'
import { FREE, multiplyCost, type ListCost } from './list-price.ts'
import { parseList } from './list-input.ts'

/** The most records of a relation for each record. */
const countMost = ({ window, page }: RelatedSelection): number =>
  Math.min(page?.first ?? window?.limit ?? 1, MAX_LIMIT)

/** C13.4: the costs of the numbers by values. The link to the parent finds the few records that they count. */
const costOfCounts = (
  context: ReadContext,
  type: RecordType,
  { page }: RelatedSelection,
): readonly ListCost[] =>
  (page?.countBy ?? []).map((by) => ({
    ...FREE,
    price: findCountedValues(context, type, by).values.length,
  }))

const costOf = (
  context: ReadContext,
  to: Collection,
  related: RelatedSelection,
  parents: number,
): readonly ListCost[] => {
  const type = context.model.typeOf(to)
  if (type === undefined) return []
  const { list } = related
  try {
    const costs = [
      ...(list ? [parseList(context, type, { ...list, isNested: true }).cost] : []),
      ...costOfCounts(context, type, related),
    ]
    return costs.map((cost) => multiplyCost(cost, parents))
  } catch (error) {
    // The refusal stands in the place of the list, which is not read.
    if (error instanceof ContentError) return []
    throw error
  }
}

/** C13.6: the costs of all lists below `parents` records. */
export const computeNestedCost = (
  context: ReadContext,
  of: Collection,
  { related = [] }: Selection,
  parents: number,
): readonly ListCost[] =>
  related.flatMap((each) => {
    const { to } = context.model.relation(of, each.relation)
    const below = parents * countMost(each)
    return [...costOf(context, to, each, parents), ...computeNestedCost(context, to, each.select, below)]
  })
