import { type Context } from '@content-service/domain'
import { PlanKind } from '@content-service/domain/internal/visibility'
import { execute, GraphQLError, OperationTypeNode, type DocumentNode, type GraphQLSchema } from 'graphql'
import type { Executed } from '../requests/executed.ts'
import { findOperation } from '../requests/prepared-document.ts'
import type { PreparedRequest, PrepareRequest, RequestParameters } from '../requests/prepared-request.ts'
import { executeWritable } from './execute.ts'
import { liftFilters, type LiftedFilters } from './filter-slots.ts'
import { createKnownOperation, findWritable, type KnownOperation } from './known-operation.ts'
import { createPlanKey, isShallow } from './plan-key.ts'
import type { Variables } from './planned-field.ts'
import { planOperation, type PlannedOperation } from './planned-operation.ts'
import { withPaidLists } from './paid-lists.ts'

/** An operation that may run. */
export interface RunnableOperation extends Pick<
  PreparedRequest,
  'document' | 'cost' | 'price' | 'type' | 'fields'
> {
  /** The name in the document. */
  readonly name: string | undefined
  /** The request of a mutation; null for a query. */
  readonly mutation: PreparedRequest | null
  /** Runs the operation. Errors of its fields are part of the result. Nothing more is read when `isLate` says so. */
  run(context: Context, isLate: () => boolean): Promise<Executed>
}

/** Finds the operation of a request, or the reasons why the request may not run. */
export type FindOperation = (
  parameters: RequestParameters,
  context: Context,
) => RunnableOperation | readonly GraphQLError[]

const streamedElsewhere = (): GraphQLError =>
  new GraphQLError(
    'A subscription returns a stream of events. Send it to /graphql/stream with Accept: text/event-stream.',
    { extensions: { code: 'BAD_REQUEST' } },
  )

const NO_FILTERS: LiftedFilters = { shapes: [], filters: {}, given: {} }

interface OperationParams {
  readonly query: string
  readonly operationName: string | null | undefined
  readonly variables: Variables
}

/** The operations of a schema. A plan runs a query that repeats; resolvers run all other operations. */
class Operations {
  readonly #schema: GraphQLSchema
  readonly #prepare: PrepareRequest
  readonly #plans = new PlanKind<PlannedOperation>()
  readonly #known = new WeakMap<DocumentNode, Map<string, KnownOperation>>()
  #lastId = 0

  constructor(schema: GraphQLSchema, prepare: PrepareRequest) {
    this.#schema = schema
    this.#prepare = prepare
  }

  find({ query, operationName, variables }: RequestParameters, context: Context): ReturnType<FindOperation> {
    const params: OperationParams = { query, operationName, variables: variables ?? {} }
    const known = this.#findKnown(params)
    const planned = known?.isPlannable ? this.#findPlanned(known, params, context) : null
    return planned ?? this.#findPrepared(known, params)
  }

  /** The query or mutation to run; null for a subscription, and for a request that is refused. */
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
    const created = createKnownOperation(this.#schema, [document, operation], this.#lastId)
    names.set(operationName ?? '', created)
    return created
  }

  #findPrepared(known: KnownOperation | null, params: OperationParams): ReturnType<FindOperation> {
    const request = this.#prepare(params)
    if (!('document' in request)) return request
    if (known === null) return [streamedElsewhere()]
    const mutation = request.type === OperationTypeNode.MUTATION ? request : null
    return {
      ...request,
      name: known.operation.name?.value,
      mutation,
      run: (context) => this.#execute(known, request, context),
    }
  }

  #findPlanned(known: KnownOperation, params: OperationParams, context: Context): RunnableOperation | null {
    const { variables } = params
    if (!isShallow(variables)) return null
    const lifted = this.#lift(known, params, context)
    const key = lifted && createPlanKey(known, variables, lifted)
    if (lifted === null || key === null) return null
    const plan = this.#plans.find(context, key, () => this.#plan(known, [params, lifted.filters], context))
    if (plan === null) return null
    const { cost, price, listPrice, fields } = plan
    const { document, operation } = known
    const given = { variables, filters: lifted.given }
    return {
      ...{ document, name: operation.name?.value, type: operation.operation, mutation: null },
      ...{ cost, price, fields },
      run: (within, isLate) =>
        plan.run(within, given).catch((error: unknown) => {
          if (isLate()) throw error
          return this.#runPrepared(known, params, withPaidLists(within, listPrice))
        }),
    }
  }

  #lift(
    { filterSlots }: KnownOperation,
    { variables }: OperationParams,
    { model }: Context,
  ): LiftedFilters | null {
    return filterSlots.length === 0 ? NO_FILTERS : liftFilters(model, filterSlots, variables)
  }

  async #plan(
    { document, operation, slots }: KnownOperation,
    [params, filters]: readonly [OperationParams, LiftedFilters['filters']],
    context: Context,
  ): Promise<PlannedOperation | null> {
    const request = this.#prepare(params)
    const schema = this.#schema
    return 'document' in request
      ? planOperation({ schema, document, operation, slots, filters, request }, context)
      : null
  }

  /** Runs the resolvers after a planned read has failed: the resolvers can read more rows, and they know the error. */
  async #runPrepared(known: KnownOperation, params: OperationParams, context: Context): Promise<Executed> {
    const request = this.#prepare(params)
    if ('document' in request) return this.#execute(known, request, context)
    return { data: null, errors: request }
  }

  async #execute(known: KnownOperation, request: PreparedRequest, context: Context): Promise<Executed> {
    const writable = findWritable(this.#schema, known, request)
    if (writable) return executeWritable(writable, context, request.variableValues)
    const { document, operation } = known
    const { data, errors = [] } = await execute({
      schema: this.#schema,
      document,
      operationName: operation.name?.value,
      variableValues: request.variables,
      contextValue: context,
    })
    return { data: data === undefined ? null : JSON.stringify(data), errors }
  }
}

export const createOperations = (schema: GraphQLSchema, prepare: PrepareRequest): FindOperation => {
  const operations = new Operations(schema, prepare)
  return (parameters, context) => operations.find(parameters, context)
}
