import type { Selection } from '@content-service/domain'
import type { Collection } from '@content-service/domain/internal/model'
import { getNamedType, type FieldNode, type GraphQLResolveInfo, type GraphQLSchema } from 'graphql'
import type { TypePlan } from './plan.ts'
import { findNodes } from './collected-fields.ts'
import { createSelection } from './selection.ts'

export type Plans = Readonly<Record<string, TypePlan>>

const PLANS_KEY = Symbol('plans')

/** Attaches the plans of a model to its schema; the reads of its fields follow them. */
export const attachPlans = (schema: GraphQLSchema, plans: Plans): void =>
  void Object.assign(schema, { extensions: { ...schema.extensions, [PLANS_KEY]: plans } })

export const getPlans = ({ schema }: Pick<GraphQLResolveInfo, 'schema'>): Plans =>
  schema.extensions[PLANS_KEY] as Plans

/** The collection of the records that an object type shows. */
export const findCollection = (type: string, info: GraphQLResolveInfo): Collection => {
  const plan = getPlans(info)[type]
  if (plan === undefined) throw new Error(`there is no plan for ${type}`)
  return plan.from
}

/** The selection of a root field on the type of its answer. */
export const readSelection = (type: string, info: GraphQLResolveInfo) =>
  createSelection(getPlans(info), type, info.fieldNodes, info)

/** The selections of root fields that select the same for all variables, by type and path. */
const fixedSelections = new WeakMap<readonly FieldNode[], Map<string, Selection>>()

/** Notes that nodes select the same for all variables, so that their selections are created once. */
export const fixSelections = (nodes: readonly FieldNode[]): void => void fixedSelections.set(nodes, new Map())

/** `readSelection` for a type below the root field, such as the nodes of a connection. */
export const readSelectionAt = (
  type: string,
  path: readonly string[],
  info: GraphQLResolveInfo,
): Selection => {
  const fixed = fixedSelections.get(info.fieldNodes)
  const key = `${type} ${path.join('.')}`
  const known = fixed?.get(key)
  if (known) return known
  const nodes = findNodes(path, getNamedType(info.returnType), info.fieldNodes, info)
  const selection = createSelection(getPlans(info), type, nodes, info)
  fixed?.set(key, selection)
  return selection
}
