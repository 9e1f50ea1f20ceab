import { type Context } from '@content-service/domain'
import { createPlanningContext, SharedRuns } from '@content-service/domain/internal/visibility'
import { PRICES } from '@content-service/domain/internal/context'
import type { DocumentNode, GraphQLObjectType, GraphQLSchema, OperationDefinitionNode } from 'graphql'
import { writeResponse, type Executed, type ResponseBody } from '../requests/executed.ts'
import { indexFragments, type PreparedRequest } from '../requests/prepared-request.ts'
import { collectFields, type Info } from '../reading/collected-fields.ts'
import { getPlans } from '../reading/plans.ts'
import {
  planField,
  type GivenValues,
  type PlannedField,
  type PlanScope,
  type ReadValue,
} from './planned-field.ts'
import { writeData } from './root-field.ts'
import { createWriting } from './value-writers.ts'
import { WriterFactory } from './writer.ts'

/** A query with the plans of its root fields: it is a few prepared reads, and the text around them. */
export interface PlannedOperation extends Pick<PreparedRequest, 'cost' | 'price' | 'fields'> {
  /** The part of the price for filters and orders, which resolvers charge when they read (C13.6). */
  readonly listPrice: number
  /** @throws if a read fails: the resolvers of the query say why, or read without a plan. */
  run(context: Context, given: GivenValues): Promise<Executed>
}

/** The most bytes of planned reads. The resolvers read a larger result within the budget of the request (C12.5). */
const limitPlanned = ({ responseLimit }: Context['settings']): number => responseLimit / 8

interface Answer extends Executed {
  readonly seen: readonly NonNullable<ReadValue['seen']>[]
}

/** A short text is sent together with the headers. */
const SHORT = 4_096

const encode = (body: ResponseBody): ResponseBody =>
  typeof body === 'string' && body.length > SHORT ? Buffer.from(body) : body

const createAnswer = async (
  fields: readonly PlannedField[],
  [context, given]: readonly [Context, GivenValues],
  cost: number,
): Promise<Answer> => {
  const values = await Promise.all(fields.map((field) => field.read(context, given)))
  const writing = createWriting(context)
  const { errors, longTexts } = writing
  const written = writeData(fields, values, writing)
  const data = longTexts.isEmpty ? written : await longTexts.fillIn(written)
  const seen = values.flatMap(({ seen }) => seen ?? [])
  if (errors.length > 0) return { data, errors, seen }
  return { data, errors, seen, body: encode(writeResponse({ data, errors, cost })) }
}

/**
 * Planned queries of the same caller with the same values that begin together share an answer. Each of them notes its
 * refusals for the audit log, so that an answer with errors belongs to one request.
 */
const createRun = (
  fields: readonly PlannedField[],
  slots: ReadonlySet<string>,
  cost: number,
): PlannedOperation['run'] => {
  const runs = new SharedRuns<Answer>()
  const names = [...slots]
  return async (context, given) => {
    const values = [names.map((name) => given.variables[name]), given.filters]
    let isOwn = false
    const answerAlone = () => {
      isOwn = true
      return createAnswer(fields, [context, given], cost)
    }
    const shared = await runs.run(context, values, answerAlone)
    const answer = isOwn || shared.errors.length === 0 ? shared : await answerAlone()
    for (const see of answer.seen) see(context)
    return answer
  }
}

export interface PlanOptions {
  readonly schema: GraphQLSchema
  readonly document: DocumentNode
  readonly operation: OperationDefinitionNode
  readonly request: PreparedRequest
  readonly slots: ReadonlySet<string>
  /** For each key of the response, the filter of the field with slots in the place of values. */
  readonly filters: Readonly<Record<string, unknown>>
}

/** PostgreSQL plans the statements for each connection. Those of an ordinary query are shorter, and cost nothing. */
const CHARACTERS_PER_REQUEST = 8_192

/**
 * Plans a query for callers with the rights of `context`, whose quota pays for long statements (C15.4).
 * @throws if the query has no plan. @throws RateLimited if too few requests are left.
 */
export const planOperation = async (
  { schema, document, operation, request, slots, filters }: PlanOptions,
  context: Context,
): Promise<PlannedOperation> => {
  const root = schema.getQueryType() as GraphQLObjectType
  const { variableValues } = request
  const info = { schema, fragments: indexFragments(document), variableValues } as unknown as Info
  const roots = [...collectFields(root, [operation], info)]
  const scope: PlanScope = {
    planning: createPlanningContext(context),
    context,
    info,
    writers: new WriterFactory(getPlans({ schema }), info),
    slots,
    filters,
    atMost: Math.floor(limitPlanned(context.settings) / roots.length),
  }
  const fields = await Promise.all(roots.map((each) => planField(scope, root, each)))
  const length = fields.reduce((sum, field) => sum + field.length, 0)
  await context.quota.charge(Math.floor(length / CHARACTERS_PER_REQUEST) * PRICES.plannedStatements)
  const { cost } = request
  const listPrice = fields.reduce((sum, field) => sum + field.price, 0)
  const price = request.price + listPrice
  return { cost, price, listPrice, fields: request.fields, run: createRun(fields, slots, cost) }
}
