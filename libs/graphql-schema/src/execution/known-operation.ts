import {
  Kind,
  OperationTypeNode,
  type ASTNode,
  type DocumentNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionNode,
} from 'graphql'
import { fixSelections } from '../reading/plans.ts'
import { usesVariables } from '../reading/variables-in.ts'
import type { PreparedRequest } from '../requests/prepared-request.ts'
import { createWritable, type WritableOperation } from './execute.ts'
import { findFilterSlots, type FilterSlot } from './filter-slots.ts'
import { findReadPlan } from './read-field.ts'
import { findSlots, readVariableUses } from './variable-slots.ts'

/** An operation of a document in the cache, with what requests share. */
export interface KnownOperation {
  /** No other operation has the number. */
  readonly id: number
  readonly document: DocumentNode
  readonly operation: OperationDefinitionNode
  readonly slots: ReadonlySet<string>
  readonly filterSlots: readonly FilterSlot[]
  /** Whether all its root fields could have plans. Resolvers alone run a mutation, and a search. */
  readonly isPlannable: boolean
  /** Undefined until the operation has come often enough, and as long as its variables select fields. */
  writable?: WritableOperation | null
  /** How often its resolvers have run. */
  uses: number
}

const isPlannable = (root: GraphQLObjectType, node: SelectionNode): boolean => {
  // A fragment is read when the plan is made.
  if (node.kind !== Kind.FIELD || node.name.value === '__typename') return true
  const field = root.getFields()[node.name.value]
  return field !== undefined && findReadPlan(field) !== undefined
}

export const createKnownOperation = (
  schema: GraphQLSchema,
  [document, operation]: readonly [DocumentNode, OperationDefinitionNode],
  id: number,
): KnownOperation => {
  const root = schema.getQueryType() as GraphQLObjectType
  const uses = readVariableUses(document, operation)
  const { selections } = operation.selectionSet
  return {
    ...{ id, document, operation, uses: 0 },
    slots: findSlots(root, operation, uses),
    filterSlots: findFilterSlots(root, operation, uses),
    isPlannable:
      operation.operation === OperationTypeNode.QUERY && selections.every((node) => isPlannable(root, node)),
  }
}

/** Whether variables are more than arguments of root fields, so that they decide what is selected. */
const selectsByVariables = ({ document: { definitions }, operation }: KnownOperation): boolean => {
  const parts = operation.selectionSet.selections.flatMap((node): readonly ASTNode[] =>
    node.kind === Kind.FIELD
      ? [...(node.directives ?? []), ...(node.selectionSet?.selections ?? [])]
      : [node],
  )
  const fragments = definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION)
  return [...parts, ...fragments].some(usesVariables)
}

/** A query comes for the third time without a plan, or a mutation for the second time. */
const isFrequent = ({ uses, isPlannable }: KnownOperation): boolean => uses > (isPlannable ? 2 : 1)

const keep = (known: KnownOperation, writable: WritableOperation | null): void => {
  for (const { nodes } of writable?.roots ?? []) fixSelections(nodes)
  known.writable = writable
}

/** The operation with its writers, which a frequent operation keeps; null if only graphql-js can execute it. */
export const findWritable = (
  schema: GraphQLSchema,
  known: KnownOperation,
  { variableValues }: Pick<PreparedRequest, 'variableValues'>,
): WritableOperation | null => {
  if (known.writable !== undefined) return known.writable
  known.uses += 1
  const created = createWritable(schema, [known.document, known.operation], variableValues)
  if (isFrequent(known) && !selectsByVariables(known)) keep(known, created)
  return created
}
