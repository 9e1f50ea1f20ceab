import {
  Kind,
  visit,
  type DocumentNode,
  type FieldNode,
  type GraphQLObjectType,
  type OperationDefinitionNode,
  type ValueNode,
} from 'graphql'
import { findReadPlan } from './read-field.ts'

/** The value of the argument `id`. */
export const findIdNode = ({ arguments: given = [] }: FieldNode): ValueNode | undefined =>
  given.find(({ name }) => name.value === 'id')?.value

const isIdType = ({ type }: { readonly type: { readonly kind: Kind } }): boolean => {
  const named = type.kind === Kind.NON_NULL_TYPE ? (type as { readonly type?: unknown }).type : type
  return (named as { readonly name?: { readonly value: string } }).name?.value === 'ID'
}

const countUses = (document: DocumentNode): ReadonlyMap<string, number> => {
  const uses = new Map<string, number>()
  visit(document, {
    VariableDefinition: () => false,
    Variable: ({ name }) => void uses.set(name.value, (uses.get(name.value) ?? 0) + 1),
  })
  return uses
}

/** The variables that are the id of a record at the top level, and nothing else: one plan serves all their values. */
export const findSlots = (
  root: GraphQLObjectType,
  document: DocumentNode,
  { selectionSet, variableDefinitions = [] }: OperationDefinitionNode,
): ReadonlySet<string> => {
  const uses = countUses(document)
  const ids = variableDefinitions.filter((each) => isIdType(each) && each.defaultValue === undefined)
  const names = new Set(ids.map(({ variable }) => variable.name.value))
  const slots = new Set<string>()
  for (const node of selectionSet.selections) {
    if (node.kind !== Kind.FIELD) continue
    const field = root.getFields()[node.name.value]
    const id = findIdNode(node)
    if (field === undefined || findReadPlan(field)?.kind !== 'row' || id?.kind !== Kind.VARIABLE) continue
    const { value: name } = id.name
    if (names.has(name) && uses.get(name) === 1) slots.add(name)
  }
  return slots
}
