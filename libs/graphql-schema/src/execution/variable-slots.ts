import {
  Kind,
  visit,
  type DocumentNode,
  type FieldNode,
  type GraphQLObjectType,
  type OperationDefinitionNode,
  type ValueNode,
  type VariableDefinitionNode,
} from 'graphql'
import { findSlotArgument } from './read-field.ts'

/** The value of an argument in the document. */
export const findArgumentNode = ({ arguments: given = [] }: FieldNode, name: string): ValueNode | undefined =>
  given.find((argument) => argument.name.value === name)?.value

const hasType = ({ type }: VariableDefinitionNode, name: string): boolean => {
  const named = type.kind === Kind.NON_NULL_TYPE ? type.type : type
  return named.kind === Kind.NAMED_TYPE && named.name.value === name
}

const countUses = (document: DocumentNode): ReadonlyMap<string, number> => {
  const uses = new Map<string, number>()
  visit(document, {
    VariableDefinition: () => false,
    Variable: ({ name }) => void uses.set(name.value, (uses.get(name.value) ?? 0) + 1),
  })
  return uses
}

/** Variables without a default, by name. */
const indexVariables = ({ variableDefinitions = [] }: OperationDefinitionNode) =>
  new Map(
    variableDefinitions
      .filter(({ defaultValue }) => defaultValue === undefined)
      .map((each) => [each.variable.name.value, each]),
  )

/** The variables of an operation, and how often its document uses each. */
export interface VariableUses {
  readonly variables: ReadonlyMap<string, VariableDefinitionNode>
  readonly uses: ReadonlyMap<string, number>
}

export const readVariableUses = (
  document: DocumentNode,
  operation: OperationDefinitionNode,
): VariableUses => ({ variables: indexVariables(operation), uses: countUses(document) })

/** Whether the variable has no default, and one use. */
export const isPlainVariable = (name: string, { variables, uses }: VariableUses): boolean =>
  variables.has(name) && uses.get(name) === 1

/**
 * The variables that are the id of a record or the cursor of a page at the top level, and nothing else: one plan serves
 * all their values.
 */
export const findSlots = (
  root: GraphQLObjectType,
  operation: OperationDefinitionNode,
  { variables, uses }: VariableUses,
): ReadonlySet<string> => {
  const slots = new Set<string>()
  for (const node of operation.selectionSet.selections) {
    if (node.kind !== Kind.FIELD) continue
    const field = root.getFields()[node.name.value]
    const argument = field ? findSlotArgument(field) : null
    if (argument === null) continue
    const given = findArgumentNode(node, argument.name)
    if (given?.kind !== Kind.VARIABLE) continue
    const { value: name } = given.name
    const variable = variables.get(name)
    if (variable && hasType(variable, argument.type) && uses.get(name) === 1) slots.add(name)
  }
  return slots
}
