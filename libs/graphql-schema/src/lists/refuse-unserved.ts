import type { Context, Selection } from '@content-service/domain'
import { computeNestedCost, type ListCost } from '@content-service/domain/internal/lists'
import { badValue } from '@content-service/domain/internal/rules'
import { getNamedType, isObjectType, type GraphQLResolveInfo } from 'graphql'
import { findCollection, getPlans, readSelectionAt } from '../reading/plans.ts'

interface Selected {
  readonly type: string
  readonly select: Selection
}

/** The selections on records in the result of a root field: the result itself, or its members. */
const listSelections = (info: GraphQLResolveInfo): readonly Selected[] => {
  const plans = getPlans(info)
  const type = getNamedType(info.returnType)
  const at = (name: string, path: readonly string[]): readonly Selected[] =>
    Object.hasOwn(plans, name) ? [{ type: name, select: readSelectionAt(name, path, info) }] : []
  if (!isObjectType(type) || Object.hasOwn(plans, type.name)) return at(type.name, [])
  return Object.values(type.getFields()).flatMap((field) => at(getNamedType(field.type).name, [field.name]))
}

const refuseSlow = ({ unserved, isOrder }: ListCost): void => {
  if (unserved === null) return
  throw isOrder
    ? badValue(['orderBy'], `has no index for ${unserved}, so that only a query can ask for it`)
    : badValue(unserved.split('.'), 'has no index, so that only a query can ask for it')
}

/**
 * C13.6: nobody waits for a slow list after a write or in a stream: such a list is refused before anything runs.
 * @throws BAD_USER_INPUT.
 */
export const refuseUnserved = (context: Context, info: GraphQLResolveInfo): void => {
  for (const { type, select } of listSelections(info)) {
    const costs = computeNestedCost(context, findCollection(type, info), select, 1)
    for (const cost of costs) refuseSlow(cost)
  }
}
