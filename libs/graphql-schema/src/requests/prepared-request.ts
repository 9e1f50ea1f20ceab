import type { OperationName } from '@content-service/domain/internal/model'
import {
  GraphQLError,
  Kind,
  OperationTypeNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type VariableValues,
} from 'graphql'
import { collectFields, type Info } from '../reading/collected-fields.ts'
import { computeCost, hasFixedCost } from './limits/cost.ts'
import { tooComplex, type GraphqlLimits } from './limits/guards.ts'
import { DocumentTurns } from './document-turns.ts'
import { findNullProblems } from './null-variables.ts'
import { createDocumentCache, findOperation, type Prepared } from './prepared-document.ts'
import { coerceVariables, findVariableProblems } from './variables.ts'

export interface RequestParameters {
  readonly query: string
  readonly operationName?: string | null | undefined
  readonly variables?: Readonly<Record<string, unknown>> | null | undefined
}

/** A request that may run. */
export interface PreparedRequest {
  /** The document without places in the text: see `locateErrors`. */
  readonly document: DocumentNode
  /** The declared variables with their sent values. Their types limit their depth and length. */
  readonly variables: Readonly<Record<string, unknown>>
  /** The variables in the form of the resolvers. */
  readonly variableValues: VariableValues
  /** C5.8: the most objects of the answer. */
  readonly cost: number
  /** C12.12: the requests that it costs in addition to those of its cost. */
  readonly price: number
  readonly type: OperationTypeNode
  /** The names of the root fields, repeated for each selection. */
  readonly fields: readonly string[]
  /** The operations of a mutation; empty for a query. */
  readonly mutations: readonly OperationName[]
}

export const indexFragments = ({ definitions }: DocumentNode): Record<string, FragmentDefinitionNode> =>
  Object.fromEntries(
    definitions.flatMap((each) => (each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each]] : [])),
  )

/** C5.8: each root field of a mutation is a separate transaction. */
const findRootFieldProblem = (count: number, most: number): GraphQLError | null =>
  count <= most
    ? null
    : tooComplex(`The mutation has ${count} root fields; the limit is ${most}. Send several requests.`)

/** The names of the root fields, including fields that are not operations. */
const listRootFields = (
  root: GraphQLObjectType,
  operation: OperationDefinitionNode,
  info: Info,
): readonly string[] => [...collectFields(root, [operation], info).values()].map(([node]) => node.name.value)

type Measure = Pick<PreparedRequest, 'cost' | 'price' | 'type' | 'fields' | 'mutations'>

/** The measures of operations that have one measure for all variables. */
const fixedMeasures = new WeakMap<OperationDefinitionNode, Measure | GraphQLError>()

interface PreparedOperation {
  readonly document: DocumentNode
  readonly operation: OperationDefinitionNode
  readonly variableValues: VariableValues
}

const measureOnce = (
  schema: GraphQLSchema,
  prepared: PreparedOperation,
  limits: GraphqlLimits,
): Measure | GraphQLError => {
  const known = fixedMeasures.get(prepared.operation)
  if (known) return known
  const measure = measureRequest(schema, prepared, limits)
  if (hasFixedCost(prepared.document)) fixedMeasures.set(prepared.operation, measure)
  return measure
}

const measureRequest = (
  schema: GraphQLSchema,
  { document, operation, variableValues }: PreparedOperation,
  limits: GraphqlLimits,
): Measure | GraphQLError => {
  // Fragments have no own variables here, which are the only addition of the execution.
  const info = { schema, fragments: indexFragments(document), variableValues } as unknown as Info
  const root = schema.getRootType(operation.operation) as GraphQLObjectType
  const type = operation.operation
  const fields = listRootFields(root, operation, info)
  const isMutation = type === OperationTypeNode.MUTATION
  const problem = isMutation ? findRootFieldProblem(fields.length, limits.rootFields) : null
  const costs = problem ?? computeCost(root, operation, { info, most: limits.cost })
  if (costs instanceof GraphQLError) return costs
  // The only field that is not an operation is __typename.
  const mutations = isMutation ? fields.filter((name) => Object.hasOwn(root.getFields(), name)) : []
  return { ...costs, type, fields, mutations }
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

/** Prepares a request, or returns the reasons why it may not run. */
export interface PrepareRequest {
  (parameters: RequestParameters): PreparedRequest | readonly GraphQLError[]
  /** The parsed and validated document of a text. */
  readonly document: (query: string) => Prepared
  /** The turns of new documents. */
  readonly turns: DocumentTurns
  /** Whether the document of a text is prepared. */
  readonly isKnown: (query: string) => boolean
}

/**
 * Parses and validates each text once, checks its variables and computes its cost. Handlers with one preparer share its
 * cache of documents.
 */
export const createRequestPreparer = (schema: GraphQLSchema, limits: GraphqlLimits): PrepareRequest => {
  const prepared = createDocumentCache(schema, limits)
  const prepare = ({
    query,
    operationName,
    variables,
  }: RequestParameters): PreparedRequest | readonly GraphQLError[] => {
    const document = prepared(query)
    if (!('kind' in document)) return document
    const operation = findOperation(document, operationName)
    if (operation instanceof GraphQLError) return [operation]
    const given = variables ?? {}
    const checked = { given, most: limits.errors }
    const wrong = findVariableProblems(schema, operation, checked)
    if (wrong.length > 0) return wrong
    const nulls = findNullProblems(schema, [document, operation], checked)
    if (nulls.length > 0) return nulls
    const variableValues = coerceVariables(schema, operation, given)
    const measure = measureOnce(schema, { document, operation, variableValues }, limits)
    return measure instanceof GraphQLError
      ? [measure]
      : { document, variables: pickDeclared(operation, given), variableValues, ...measure }
  }
  return Object.assign(prepare, {
    document: prepared,
    turns: new DocumentTurns(),
    isKnown: prepared.isKnown,
  })
}
