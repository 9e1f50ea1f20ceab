import { PlanCache, type Context } from '@content-service/domain'
import {
  OperationTypeNode,
  type DocumentNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql'
import { findOperation } from '../http/prepared-document.ts'
import type { PrepareRequest, RequestParameters } from '../http/prepared-request.ts'
import { compileOperation, type CompiledOperation, type Variables } from './compile-operation.ts'
import { findSlots } from './variable-slots.ts'

/** The longest id or cursor. The general way checks longer texts. */
const MOST_SLOT_LENGTH = 2_000

/** A compiled operation with the variables of one request. */
export interface CompiledRequest {
  readonly compiled: CompiledOperation
  readonly variables: Variables
}

/** Finds the compiled operation of a request; null if the general way must execute the request. */
export type FindCompiled = (parameters: RequestParameters, context: Context) => CompiledRequest | null

interface Question {
  readonly query: string
  readonly operationName: string | null | undefined
  readonly variables: Variables
}

/** Longer variables hardly repeat. */
const MOST_KEY_LENGTH = 1_000

/** The part of a slot in the key: whether it has a value. Undefined for a value that only the general way reads. */
const describeSlot = (value: unknown): boolean | undefined => {
  if (value === undefined || value === null) return false
  return typeof value === 'string' && value.length <= MOST_SLOT_LENGTH ? true : undefined
}

/** The key of the plan: all variables but the values of slots decide the plan. Null for a request without a plan. */
const createKey = ({ id, slots }: KnownOperation, variables: Variables): string | null => {
  const described: Record<string, unknown> = { ...variables }
  for (const name of slots) {
    described[name] = describeSlot(variables[name])
    if (described[name] === undefined) return null
  }
  const key = `${id} ${JSON.stringify(described)}`
  return key.length <= MOST_KEY_LENGTH ? key : null
}

interface KnownOperation {
  /** No other operation has the number. */
  readonly id: number
  readonly document: DocumentNode
  readonly operation: OperationDefinitionNode
  readonly slots: ReadonlySet<string>
}

/** The compiled operations of a schema. A request is compiled when it comes for the second time. */
export const createCompiledRequests = (schema: GraphQLSchema, prepare: PrepareRequest): FindCompiled => {
  const cache = new PlanCache<CompiledOperation>()
  const knownOperations = new WeakMap<DocumentNode, Map<string, KnownOperation>>()
  const root = schema.getQueryType() as GraphQLObjectType
  let lastId = 0

  const findKnown = ({ query, operationName }: Question): KnownOperation | null => {
    const document = prepare.document(query)
    if (!('kind' in document)) return null
    const names = knownOperations.get(document) ?? new Map<string, KnownOperation>()
    knownOperations.set(document, names)
    const known = names.get(operationName ?? '')
    if (known) return known
    const operation = findOperation(document, operationName)
    if (!('kind' in operation) || operation.operation !== OperationTypeNode.QUERY) return null
    lastId += 1
    const created = { id: lastId, document, operation, slots: findSlots(root, document, operation) }
    names.set(operationName ?? '', created)
    return created
  }

  const compile = async (
    known: KnownOperation,
    question: Question,
    context: Context,
  ): Promise<CompiledOperation | null> => {
    const request = prepare(question)
    return 'document' in request ? compileOperation({ schema, ...known, request }, context) : null
  }

  return ({ query, operationName, variables }, context) => {
    const question: Question = { query, operationName, variables: variables ?? {} }
    const known = findKnown(question)
    const key = known && createKey(known, question.variables)
    if (key === null) return null
    const compiled = cache.find(context, key, () => compile(known as KnownOperation, question, context))
    return compiled && { compiled, variables: question.variables }
  }
}
