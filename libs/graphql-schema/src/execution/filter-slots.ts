import type { ContentModel } from '@content-service/domain'
import { liftFilter } from '@content-service/domain/internal/lists'
import type { ReferenceValues } from '@content-service/domain/internal/reading'
import {
  coerceInputValue,
  getNamedType,
  isObjectType,
  Kind,
  valueFromASTUntyped,
  type FieldNode,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLObjectType,
  type OperationDefinitionNode,
  type ValueNode,
} from 'graphql'
import { isList } from '../reading/collected-fields.ts'
import { listVariables } from '../reading/variables-in.ts'
import { findReadPlan } from './read-field.ts'
import { findArgumentNode, isPlainVariable, type VariableUses } from './variable-slots.ts'

/** A root list or connection whose filter has variables: one plan serves all their values. */
export interface FilterSlot {
  /** The key of the field in the response. */
  readonly key: string
  /** The name of the listed type. */
  readonly type: string
  readonly node: ValueNode
  /** The input type of the filter. */
  readonly input: GraphQLInputType
  readonly variables: readonly string[]
}

/** The name of the type that a list or a connection lists. */
const findListed = ({ type }: GraphQLField<unknown, unknown>): string | null => {
  const named = getNamedType(type)
  if (isList(type) || !isObjectType(named)) return named.name
  const { nodes } = named.getFields()
  return nodes ? getNamedType(nodes.type).name : null
}

const findSlot = (field: GraphQLField<unknown, unknown>, node: FieldNode): FilterSlot | null => {
  const given = findArgumentNode(node, 'where')
  const argument = field.args.find(({ name }) => name === 'where')
  const type = findReadPlan(field)?.kind === 'list' ? findListed(field) : null
  if (given === undefined || argument === undefined || type === null) return null
  const variables = listVariables(given)
  const key = node.alias?.value ?? node.name.value
  return variables.length === 0 ? null : { key, type, node: given, input: argument.type, variables }
}

/** The filters of root lists and connections whose variables are used nowhere else. */
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

/** A filter of a request, beside the plan of its shape. */
export interface GivenFilter {
  /** The filter, as graphql-js gives it to resolvers. */
  readonly where: unknown
  /** The values of its slots. */
  readonly values: ReferenceValues
}

/** The filters of a request in the form of a plan. */
export interface LiftedFilters {
  /** Their shapes, for the key of the plan. */
  readonly shapes: readonly string[]
  /** For each key of the response, the filter with slots. */
  readonly filters: Readonly<Record<string, unknown>>
  /** For each key of the response, what the request gives. */
  readonly given: Readonly<Record<string, GivenFilter>>
}

/** Lifts the filters of a request; null if a request with one of them has no plan. */
export const liftFilters = (
  model: ContentModel,
  slots: readonly FilterSlot[],
  variables: Readonly<Record<string, unknown>>,
): LiftedFilters | null => {
  const lifted = slots.map((slot) => {
    // Undefined if the value does not fit its type: the preparation of the request refuses it.
    const given = coerceInputValue(valueFromASTUntyped(slot.node, variables), slot.input)
    const filter = liftFilter(model, model.typeNamed(slot.type), given)
    return filter && { key: slot.key, given, ...filter }
  })
  if (lifted.includes(null)) return null
  const filters = lifted.filter((each) => each !== null)
  return {
    shapes: filters.map(({ shape }) => shape),
    filters: Object.fromEntries(filters.map(({ key, where }) => [key, where])),
    given: Object.fromEntries(filters.map(({ key, given: where, values }) => [key, { where, values }])),
  }
}
