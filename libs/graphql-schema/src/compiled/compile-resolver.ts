import { auditRefusals } from '@content-service/domain/audit'
import {
  getArgumentValues,
  Kind,
  OperationTypeNode,
  type ASTNode,
  type DocumentNode,
  type FieldNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql'
import { isSlow } from '../requests/limits/deadline.ts'
import { indexFragments, type PreparedRequest } from '../requests/prepared-request.ts'
import type { RequestScope } from '../requests/request-scope.ts'
import { collectFields, type Info } from '../reading/collected-fields.ts'
import { fixSelections, getPlans } from '../reading/plans.ts'
import { usesVariables } from '../reading/variables-in.ts'
import { Outcome } from '../requests/outcome.ts'
import { findReadPlan } from './read-field.ts'
import { Irregular, WriterFactory, type Write } from './writer.ts'

/**
 * A mutation or a search without graphql-js: the resolver of its only root field, and the function that writes the result.
 * It runs for every caller, because only the resolver knows the rights of the caller.
 */
export interface CompiledResolver {
  /**
   * Runs the resolver, and notes its outcome in the scope. Returns the response as JSON.
   * @throws if only the general way can write the outcome; without an outcome, nothing has run.
   */
  run(request: PreparedRequest, scope: RequestScope): Promise<string>
}

interface Root {
  readonly key: string
  readonly field: GraphQLField<unknown, unknown>
  readonly nodes: readonly [FieldNode, ...FieldNode[]]
  readonly write: Write
}

/** Whether variables are more than arguments of root fields, so that they decide what is selected. */
const selectsByVariables = (
  { definitions }: DocumentNode,
  { selectionSet: { selections } }: OperationDefinitionNode,
): boolean => {
  const parts = selections.flatMap((node): readonly ASTNode[] =>
    node.kind === Kind.FIELD
      ? [...(node.directives ?? []), ...(node.selectionSet?.selections ?? [])]
      : [node],
  )
  const fragments = definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION)
  return [...parts, ...fragments].some(usesVariables)
}

/** The only root field of the operation, or null. */
const findRoot = (type: GraphQLObjectType, operation: OperationDefinitionNode, info: Info): Root | null => {
  const [root, ...others] = collectFields(type, [operation], info)
  if (root === undefined || others.length > 0) return null
  const [key, nodes] = root
  const field = type.getFields()[nodes[0].name.value]
  if (field === undefined) return null
  const write = new WriterFactory(getPlans(info), info).createFieldWriter(field.type, nodes)
  return { key, field, nodes, write }
}

const createRun =
  ({ key, field, nodes, write }: Root, info: Omit<GraphQLResolveInfo, 'variableValues'>) =>
  async ({ variableValues, cost }: PreparedRequest, scope: RequestScope): Promise<string> => {
    const args = getArgumentValues(field, nodes[0], variableValues)
    const outcome = new Outcome(
      auditRefusals(scope.domain, async (context) =>
        field.resolve?.(undefined, args, context, { ...info, variableValues }),
      ),
    )
    scope.outcome = outcome
    const text = write(await outcome.result, scope.domain)
    return `{"data":{${JSON.stringify(key)}:${text}},"extensions":{"cost":${cost}}}`
  }

/** Whether the operation is a mutation, or a query of one field that is no read with a plan, such as a search. */
export const needsResolver = (
  schema: GraphQLSchema,
  { operation, selectionSet: { selections } }: OperationDefinitionNode,
): boolean => {
  if (operation === OperationTypeNode.MUTATION) return true
  const [only, ...others] = selections
  if (only?.kind !== Kind.FIELD || others.length > 0) return false
  const field = schema.getQueryType()?.getFields()[only.name.value]
  return field !== undefined && findReadPlan(field) === undefined
}

/** Compiles an operation that `needsResolver`; null if only graphql-js can execute it. */
export const compileResolver = (
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): CompiledResolver | null => {
  if (isSlow(document) || selectsByVariables(document, operation)) return null
  const parentType = schema.getRootType(operation.operation) as GraphQLObjectType
  const fixed = { schema, fragments: indexFragments(document), operation, rootValue: undefined }
  try {
    const root = findRoot(parentType, operation, { ...fixed, variableValues: {} } as unknown as Info)
    if (root === null) return null
    const { key, field, nodes } = root
    fixSelections(nodes)
    const path = { prev: undefined, key, typename: parentType.name }
    const own = { fieldName: field.name, fieldNodes: nodes, returnType: field.type, parentType, path }
    // The members of graphql-js for incremental delivery are absent.
    return { run: createRun(root, { ...fixed, ...own } as unknown as GraphQLResolveInfo) }
  } catch (error) {
    if (error instanceof Irregular) return null
    throw error
  }
}
