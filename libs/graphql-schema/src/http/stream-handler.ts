import { type Context } from '@content-service/domain'
import { Subscriber } from '@content-service/domain/internal/live'
import {
  createSourceEventStream,
  GraphQLError,
  OperationTypeNode,
  validateSubscriptionArgs,
  type GraphQLSchema,
  type ValidatedSubscriptionArgs,
} from 'graphql'
import { createHandler, type Request, type RequestParams, type Response } from 'graphql-http'
import { streamFrames } from '../live/stream.ts'
import { createEventCharge } from '../live/event-price.ts'
import { createEventPresenter } from '../live/event-presenter.ts'
import { createAnswer, createRateLimitedAnswer } from '../requests/answers.ts'
import { formatClientError, findStatusByCode } from '../requests/error-format.ts'
import { DEFAULT_LIMITS, tooComplex } from '../requests/limits/guards.ts'
import type { GraphqlHandlerOptions } from './handler.ts'
import { locateErrors } from '../requests/locations.ts'
import { GRAPHQL_RESPONSE, normalizeRequest } from '../requests/negotiation.ts'
import {
  createRequestPreparer,
  type PreparedRequest,
  type RequestParameters,
} from '../requests/prepared-request.ts'
import { chargeCost, type Charge } from '../requests/limits/quota.ts'
import { addCodes, createRefusal } from '../requests/refusals.ts'
import { readParameters } from '../requests/request-parameters.ts'
import type { OperationNote } from '../requests/request-scope.ts'
import { DocumentRegistry } from '../requests/trusted-documents.ts'

/** The context of a request for a stream. */
export interface StreamScope {
  /** The context, whose `subscribe` begins at the last event id of the request. */
  readonly domain: Context
  readonly requestId: string
  /** Whether the address also accepts queries and mutations: then the handler leaves them to the other handler. */
  readonly isForAll: boolean
  readonly charge: Charge
  /** Charges the sender for an event, long after the request. @throws RateLimited. */
  readonly chargeEvent: Charge
  /** Runs the query of an event when it is its turn among the events of all streams of the process. */
  readonly inTurn: <Result>(work: () => Promise<Result>) => Promise<Result>
  readonly note: (operation: OperationNote) => void
  /** The current context of the caller. @throws if the credential is no longer valid. */
  readonly renewed: () => Promise<Context>
}

/** An open stream, which its reader closes. */
export interface OpenStream {
  /** Ends when no further events follow. @throws SubscriberDropped if the reader should connect again. */
  readonly frames: AsyncGenerator<string, void, undefined>
  close(): void
}

/** Null for a request without a subscription, at an address that also accepts queries and mutations. */
export type StreamHandler = (request: Request<unknown, StreamScope>) => Promise<OpenStream | Response | null>

export interface StreamHandlerOptions extends GraphqlHandlerOptions {
  /** Milliseconds of quiet before a heartbeat. */
  readonly heartbeatMs?: number
}

/** Proxies close a connection that is quiet for a minute, or for half a minute. */
const HEARTBEAT_MS = 15_000

interface Opening extends StreamScope {
  /** Called with the stream when it opens. */
  readonly opened: (stream: OpenStream) => void
  /** Called if the request is not a subscription. */
  readonly passed: () => void
}

const onlySubscriptions = (): GraphQLError =>
  new GraphQLError('This URL accepts only subscriptions. Send queries and mutations to /graphql.', {
    extensions: { code: 'BAD_REQUEST' },
  })

/** The subscription to stream, or the reason why it cannot be streamed. */
const requireSubscription = (
  ready: PreparedRequest | readonly GraphQLError[],
): PreparedRequest | readonly GraphQLError[] =>
  'document' in ready && ready.type !== OperationTypeNode.SUBSCRIPTION ? [onlySubscriptions()] : ready

const validateArgs = (
  schema: GraphQLSchema,
  { document }: PreparedRequest,
  { operationName, variables }: RequestParameters,
): ValidatedSubscriptionArgs => {
  const args = validateSubscriptionArgs({ schema, document, operationName, variableValues: variables })
  // The preparation of the request has already checked the arguments.
  if (!('schema' in args)) throw args[0]
  return args
}

/** The started subscription, or the reason why it cannot start. */
const subscribeToEvents = async (
  args: ValidatedSubscriptionArgs,
  contextValue: Context,
): Promise<Subscriber | readonly GraphQLError[]> => {
  const source = await createSourceEventStream({ ...args, contextValue })
  if (source instanceof Subscriber) return source
  if ('errors' in source && source.errors) return source.errors
  throw new Error('A subscription listens to what Context.follow gives.')
}

/** C15.4: each event costs the service as much as a query of this cost. */
const findCostProblem = (cost: number, most: number): GraphQLError | null =>
  cost <= most
    ? null
    : tooComplex(
        `An event could contain ${cost} objects; the limit of a subscription is ${most}. Request smaller pages, or read the lists in a query.`,
      )

type Parts = Required<Omit<StreamHandlerOptions, 'documents'>>

/** Opens a stream, or returns the refusal. */
const createOpening =
  ({ schema, report, limits, heartbeatMs, prepare }: Parts) =>
  async (request: Request<unknown, Opening>, params: RequestParams): Promise<Response> => {
    const { domain, requestId, isForAll, charge, note, renewed, opened, passed } = request.context
    const { chargeEvent, inTurn } = request.context
    if (!prepare.isKnown(params.query)) await prepare.turns.next()
    const ready = requireSubscription(prepare(params))
    if (!('document' in ready)) {
      if (isForAll) passed()
      return createRefusal(request, ready)
    }
    const { type, fields, cost } = ready
    const tooCostly = findCostProblem(cost, limits.streamCost)
    if (tooCostly) return createRefusal(request, [tooCostly])
    const tooMuch = await chargeCost(charge, ready)
    if (tooMuch !== null) return createRateLimitedAnswer(request, tooMuch)
    const args = validateArgs(schema, ready, params)
    const source = await subscribeToEvents(args, domain)
    note({ type, fields, cost, hasErrors: !(source instanceof Subscriber) })
    if (!(source instanceof Subscriber)) {
      const located = locateErrors(source, ready.document, params.query)
      const errors = located.map((error) => formatClientError(error, requestId, report))
      return createAnswer(request, findStatusByCode(errors), { errors })
    }
    const showing = createEventPresenter({
      args,
      query: params.query,
      limits,
      heartbeatMs,
      requestId,
      report,
      renewed,
      charge: createEventCharge(cost, chargeEvent),
      inTurn,
    })
    opened({ frames: streamFrames(source, showing), close: () => source.unsubscribe() })
    return [null, { status: 200, statusText: 'OK' }]
  }

/** Subscriptions as streams of server-sent events, for any server that can send text in parts. */
export const createStreamHandler = (options: StreamHandlerOptions): StreamHandler => {
  const { limits = DEFAULT_LIMITS, documents = new DocumentRegistry(), heartbeatMs = HEARTBEAT_MS } = options
  const { schema, report, prepare = createRequestPreparer(schema, limits) } = options
  const open = createOpening({ schema, report, limits, heartbeatMs, prepare })
  const handle = createHandler<unknown, Opening>({
    schema,
    parseRequestParams: readParameters(documents, createRefusal),
    onSubscribe: open,
  })
  return async (request) => {
    const streams: OpenStream[] = []
    let isPassed = false
    const context: Opening = {
      ...request.context,
      opened: (stream) => void streams.push(stream),
      passed: () => (isPassed = true),
    }
    // graphql-http reads the request; an answer without a stream is a refusal.
    const refusal = await handle(normalizeRequest({ ...request, context }, GRAPHQL_RESPONSE))
    if (isPassed) return null
    return streams[0] ?? addCodes(refusal)
  }
}
