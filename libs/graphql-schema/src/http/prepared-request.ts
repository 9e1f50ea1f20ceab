import type { OperationName } from '@content-service/domain'
import {
  GraphQLError,
  Kind,
  OperationTypeNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql'
import { collectFields, type Info } from '../reading/collected-fields.ts'
import { computeCost } from './cost.ts'
import { tooComplex, type GraphqlLimits } from './guards.ts'
import { createDocumentCache, findOperation } from './prepared-document.ts'
import { coerceVariables, findVariableProblems } from './variables.ts'

export interface RequestParameters {
  readonly query: string
  readonly operationName?: string | null | undefined
  readonly variables?: Readonly<Record<string, unknown>> | null | undefined
}

/** A request that may run. */
export interface PreparedRequest {
  /** Without places in the text: see `locateErrors`. */
  readonly document: DocumentNode
  /** The variables that the operation declares, as they were sent. Their types limit how deep and how long they are. */
  readonly variables: Readonly<Record<string, unknown>>
  /** C5.8: how many objects its answer may hold. */
  readonly cost: number
  readonly type: OperationTypeNode
  /** The names of the root fields, each as often as it is selected. */
  readonly fields: readonly string[]
  /** The operations that a mutation performs; none for a query. */
  readonly mutations: readonly OperationName[]
}

const indexFragments = ({ definitions }: DocumentNode): Record<string, FragmentDefinitionNode> =>
  Object.fromEntries(
    definitions.flatMap((each) => (each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each]] : [])),
  )

/** C5.8: each root field of a mutation is a transaction of its own. */
const findRootFieldProblem = (count: number, most: number): GraphQLError | null =>
  count <= most
    ? null
    : tooComplex(`The mutation has ${count} root fields; the limit is ${most}. Send several requests.`)

/** The names of the root fields, also of those that are no operation. */
const listRootFields = (
  root: GraphQLObjectType,
  operation: OperationDefinitionNode,
  info: Info,
): readonly string[] => [...collectFields(root, [operation], info).values()].map(([node]) => node.name.value)

const measureRequest = (
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  {
    limits,
    variables,
  }: { readonly limits: GraphqlLimits; readonly variables: Readonly<Record<string, unknown>> },
): Omit<PreparedRequest, 'document' | 'variables'> | GraphQLError => {
  const variableValues = coerceVariables(schema, operation, variables)
  // Fragments have no variables of their own here, which is all that execution would add to them.
  const info = { schema, fragments: indexFragments(document), variableValues } as unknown as Info
  const root = schema.getRootType(operation.operation) as GraphQLObjectType
  const type = operation.operation
  const fields = listRootFields(root, operation, info)
  const isMutation = type === OperationTypeNode.MUTATION
  const problem = isMutation ? findRootFieldProblem(fields.length, limits.rootFields) : null
  const cost = problem ?? computeCost(root, operation, { info, most: limits.cost })
  if (cost instanceof GraphQLError) return cost
  // Only __typename is no operation.
  const mutations = isMutation ? fields.filter((name) => Object.hasOwn(root.getFields(), name)) : []
  return { cost, type, fields, mutations }
}

const pickDeclared = (
  { variableDefinitions = [] }: OperationDefinitionNode,
  given: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> => {
  const names = variableDefinitions.map(({ variable }) => variable.name.value)
  return Object.fromEntries(
    names.filter((name) => Object.hasOwn(given, name)).map((name) => [name, given[name]]),
  )
}

/** Says whether a request may run, or why not. */
export type PrepareRequest = (parameters: RequestParameters) => PreparedRequest | readonly GraphQLError[]

/**
 * Parsed and validated once per text, its variables checked, its cost known: or why it does not run. Handlers that share
 * one share its cache of documents.
 */
export const createRequestPreparer = (schema: GraphQLSchema, limits: GraphqlLimits): PrepareRequest => {
  const prepared = createDocumentCache(schema, limits)
  return ({ query, operationName, variables }) => {
    const document = prepared(query)
    if (!('kind' in document)) return document
    const operation = findOperation(document, operationName)
    if (operation instanceof GraphQLError) return [operation]
    const given = variables ?? {}
    const wrong = findVariableProblems(schema, operation, { given, most: limits.errors })
    if (wrong.length > 0) return wrong
    const measure = measureRequest(schema, document, operation, { limits, variables: given })
    return measure instanceof GraphQLError
      ? [measure]
      : { document, variables: pickDeclared(operation, given), ...measure }
  }
}
