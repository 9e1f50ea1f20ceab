import type { ContentModel } from '@content-service/domain'
import { liftFilter } from '@content-service/domain/lists'
import type { ReferenceValues } from '@content-service/domain/reading'
import {
  getNamedType,
  Kind,
  valueFromASTUntyped,
  type FieldNode,
  type GraphQLField,
  type GraphQLObjectType,
  type OperationDefinitionNode,
  type ValueNode,
} from 'graphql'
import { isList } from '../reading/collected-fields.ts'
import { listVariables } from '../reading/variables-in.ts'
import { findReadPlan } from './read-field.ts'
import { findArgumentNode, isPlainVariable, type VariableUses } from './variable-slots.ts'

/** A root list whose filter has variables: one plan serves all their values. */
export interface FilterSlot {
  /** The key of the field in the response. */
  readonly key: string
  /** The name of the listed type. */
  readonly type: string
  readonly node: ValueNode
  readonly variables: readonly string[]
}

const findSlot = (field: GraphQLField<unknown, unknown>, node: FieldNode): FilterSlot | null => {
  const given = findArgumentNode(node, 'where')
  if (given === undefined || findReadPlan(field)?.kind !== 'list' || !isList(field.type)) return null
  const variables = listVariables(given)
  const key = node.alias?.value ?? node.name.value
  return variables.length === 0 ? null : { key, type: getNamedType(field.type).name, node: given, variables }
}

/** The filters of root lists whose variables are used nowhere else. */
export const findFilterSlots = (
  root: GraphQLObjectType,
  { selectionSet: { selections } }: OperationDefinitionNode,
  uses: VariableUses,
): readonly FilterSlot[] => {
  const slots = selections.flatMap((node) => {
    const field = node.kind === Kind.FIELD ? root.getFields()[node.name.value] : undefined
    const slot = field && node.kind === Kind.FIELD ? findSlot(field, node) : null
    return slot && slot.variables.every((name) => isPlainVariable(name, uses)) ? [slot] : []
  })
  const keys = slots.map(({ key }) => key)
  return slots.filter(({ key }, place) => keys.indexOf(key) === place)
}

/** The filters of a request in the form of a plan. */
export interface LiftedFilters {
  /** Their shapes, for the key of the plan. */
  readonly shapes: readonly string[]
  /** For each key of the response, the filter with slots. */
  readonly filters: Readonly<Record<string, unknown>>
  /** For each key of the response, the values of the slots. */
  readonly values: Readonly<Record<string, ReferenceValues>>
}

/** Lifts the filters of a request; null if only the general way reads one of them. */
export const liftFilters = (
  model: ContentModel,
  slots: readonly FilterSlot[],
  variables: Readonly<Record<string, unknown>>,
): LiftedFilters | null => {
  const lifted = slots.map(({ key, type, node }) => {
    const filter = liftFilter(model, model.typeNamed(type), valueFromASTUntyped(node, variables))
    return filter && { key, ...filter }
  })
  if (lifted.includes(null)) return null
  const filters = lifted.filter((each) => each !== null)
  return {
    shapes: filters.map(({ shape }) => shape),
    filters: Object.fromEntries(filters.map(({ key, where }) => [key, where])),
    values: Object.fromEntries(filters.map(({ key, values }) => [key, values])),
  }
}
