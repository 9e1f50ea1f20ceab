import { type Context } from '@content-service/domain'
import { PlanKind } from '@content-service/domain/visibility'
import {
  OperationTypeNode,
  type DocumentNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql'
import { findOperation } from '../requests/prepared-document.ts'
import type { PreparedRequest, PrepareRequest, RequestParameters } from '../requests/prepared-request.ts'
import type { RequestScope } from '../requests/request-scope.ts'
import { compileResolver, needsResolver, type CompiledResolver } from './compile-resolver.ts'
import {
  compileOperation,
  type ResponseBody,
  type CompiledOperation,
  type Variables,
} from './compile-operation.ts'
import { findFilterSlots, liftFilters, type FilterSlot, type LiftedFilters } from './filter-slots.ts'
import { findSlots, readVariableUses } from './variable-slots.ts'

/** The longest id or cursor. The general way checks longer texts. */
const MOST_SLOT_LENGTH = 2_000

/** A request that runs without graphql-js. */
export interface CompiledRequest extends Pick<PreparedRequest, 'type' | 'cost' | 'price' | 'fields'> {
  /** The response as JSON. @throws if only the general way can write the response. */
  run(scope: RequestScope): Promise<ResponseBody>
}

/** Finds the compiled operation of a request; null if the general way must execute the request. */
export type FindCompiled = (parameters: RequestParameters, context: Context) => CompiledRequest | null

const NO_FILTERS: LiftedFilters = { shapes: [], filters: {}, given: {} }

interface OperationParams {
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

/** Deeper variables are left to the general way, which refuses or ignores them. */
const MOST_LEVELS = 50

const isShallow = (value: unknown, levels = MOST_LEVELS): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (levels > 0 && Object.values(value).every((member) => isShallow(member, levels - 1)))

/** The key of the plan: all variables but the values of slots decide the plan. Null for a request without a plan. */
const createKey = (
  { id, slots, filterSlots }: KnownOperation,
  variables: Variables,
  { shapes }: Pick<LiftedFilters, 'shapes'>,
): string | null => {
  const inFilters = new Set(filterSlots.flatMap((slot) => slot.variables))
  const described: Record<string, unknown> =
    inFilters.size === 0
      ? { ...variables }
      : Object.fromEntries(Object.entries(variables).filter(([name]) => !inFilters.has(name)))
  for (const name of slots) {
    described[name] = describeSlot(variables[name])
    if (described[name] === undefined) return null
  }
  const key = `${id} ${JSON.stringify(described)}${shapes.length > 0 ? ` ${shapes.join(' ')}` : ''}`
  return key.length <= MOST_KEY_LENGTH ? key : null
}

interface KnownOperation {
  /** No other operation has the number. */
  readonly id: number
  readonly document: DocumentNode
  readonly operation: OperationDefinitionNode
  readonly slots: ReadonlySet<string>
  readonly filterSlots: readonly FilterSlot[]
  /** Whether its resolver runs for every request. */
  readonly needsResolver: boolean
  /** Undefined until the operation comes for the second time. */
  resolver?: CompiledResolver | null
  /** Whether the operation has come before. */
  hasCome: boolean
}

/** The compiled operations of a schema. A request is compiled when it comes for the second time. */
class CompiledRequests {
  readonly #schema: GraphQLSchema
  readonly #prepare: PrepareRequest
  readonly #queries = new PlanKind<CompiledOperation>()
  readonly #known = new WeakMap<DocumentNode, Map<string, KnownOperation>>()
  #lastId = 0

  constructor(schema: GraphQLSchema, prepare: PrepareRequest) {
    this.#schema = schema
    this.#prepare = prepare
  }

  find({ query, operationName, variables }: RequestParameters, context: Context): CompiledRequest | null {
    const params: OperationParams = { query, operationName, variables: variables ?? {} }
    const known = this.#findKnown(params)
    if (known === null) return null
    return known.needsResolver ? this.#findResolved(known, params) : this.#findQuery(known, params, context)
  }

  #findKnown({ query, operationName }: OperationParams): KnownOperation | null {
    const document = this.#prepare.document(query)
    if (!('kind' in document)) return null
    const names = this.#known.get(document) ?? new Map<string, KnownOperation>()
    this.#known.set(document, names)
    const known = names.get(operationName ?? '')
    if (known) return known
    const operation = findOperation(document, operationName)
    if (!('kind' in operation) || operation.operation === OperationTypeNode.SUBSCRIPTION) return null
    this.#lastId += 1
    const root = this.#schema.getQueryType() as GraphQLObjectType
    const uses = readVariableUses(document, operation)
    const slots = findSlots(root, operation, uses)
    const filterSlots = findFilterSlots(root, operation, uses)
    const created: KnownOperation = {
      ...{ id: this.#lastId, document, operation, slots, filterSlots, hasCome: false },
      needsResolver: needsResolver(this.#schema, operation),
    }
    names.set(operationName ?? '', created)
    return created
  }

  #findQuery(known: KnownOperation, params: OperationParams, context: Context): CompiledRequest | null {
    if (!isShallow(params.variables)) return null
    const lifted = this.#lift(known, params, context)
    const key = lifted && createKey(known, params.variables, lifted)
    if (lifted === null || key === null) return null
    const compiled = this.#queries.find(context, key, () =>
      this.#compileQuery(known, [params, lifted.filters], context),
    )
    return (
      compiled && {
        type: OperationTypeNode.QUERY,
        cost: compiled.cost,
        price: compiled.price,
        fields: compiled.fields,
        run: ({ domain }) => compiled.run(domain, { variables: params.variables, filters: lifted.given }),
      }
    )
  }

  #lift(
    { filterSlots }: KnownOperation,
    { variables }: OperationParams,
    { model }: Context,
  ): LiftedFilters | null {
    return filterSlots.length === 0 ? NO_FILTERS : liftFilters(model, filterSlots, variables)
  }

  async #compileQuery(
    { document, operation, slots }: KnownOperation,
    [params, filters]: readonly [OperationParams, LiftedFilters['filters']],
    context: Context,
  ): Promise<CompiledOperation | null> {
    const request = this.#prepare(params)
    const schema = this.#schema
    return 'document' in request
      ? compileOperation({ schema, document, operation, slots, filters, request }, context)
      : null
  }

  #findResolved(known: KnownOperation, params: OperationParams): CompiledRequest | null {
    const resolver = this.#compileResolver(known)
    if (resolver === null) return null
    const request = this.#prepare(params)
    if (!('document' in request)) return null
    const { type, cost, price, fields } = request
    return { type, cost, price, fields, run: (scope) => resolver.run(request, scope) }
  }

  #compileResolver(known: KnownOperation): CompiledResolver | null {
    if (!known.hasCome) {
      known.hasCome = true
      return null
    }
    const { resolver = compileResolver(this.#schema, known.document, known.operation) } = known
    known.resolver = resolver
    return resolver
  }
}

export const createCompiledRequests = (schema: GraphQLSchema, prepare: PrepareRequest): FindCompiled => {
  const requests = new CompiledRequests(schema, prepare)
  return (parameters, context) => requests.find(parameters, context)
}
