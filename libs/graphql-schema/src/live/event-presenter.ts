import { ContentError, type Context } from '@content-service/domain'
import { auditRefusals } from '@content-service/domain/internal/audit'
import { RecordEnded, shareEventReads } from '@content-service/domain/internal/live'
import type { DomainEvent } from '@content-service/domain/internal/events'
import {
  executeSubscriptionEvent,
  GraphQLError,
  type ExecutionResult,
  type ValidatedSubscriptionArgs,
} from 'graphql'
import { createTimeoutError, runInTime } from '../requests/limits/deadline.ts'
import { formatClientError, type FaultReporter } from '../requests/error-format.ts'
import { limitErrors } from '../requests/limits/error-limit.ts'
import { locateErrors } from '../requests/locations.ts'
import type { GraphqlLimits } from '../requests/limits/guards.ts'
import { ENDED, type EventPresenter } from './stream.ts'

export interface EventPresenterParts {
  readonly args: ValidatedSubscriptionArgs
  /** The text of the document. */
  readonly query: string
  readonly limits: GraphqlLimits
  readonly heartbeatMs: number
  readonly requestId: string
  readonly report: FaultReporter
  /** The current context of the subscriber. */
  readonly renewed: () => Promise<Context>
  /** Charges one shown event. */
  readonly charge: () => Promise<void>
  /** Runs the query of an event when it is its turn among the events of all streams. */
  readonly inTurn: <Result>(work: () => Promise<Result>) => Promise<Result>
}

const findCause = ({ errors = [] }: ExecutionResult): unknown => errors[0]?.originalError

/** Whether the root field has hidden the event from its subscriber. */
const isNothing = (result: ExecutionResult): boolean => {
  const cause = findCause(result)
  return result.data === null && cause instanceof ContentError && cause.code === 'NOT_FOUND'
}

/** The database was away: the subscriber receives the event after the database is back. */
const isForLater = (result: ExecutionResult): boolean => {
  const cause = findCause(result)
  return cause instanceof ContentError && cause.code === 'UNAVAILABLE'
}

/** Shows each event as a query of the subscriber with the subscriber's current rights. */
export const createEventPresenter = (parts: EventPresenterParts): EventPresenter => {
  const { args, query, limits, requestId, report, renewed, heartbeatMs, charge, inTurn } = parts
  const told = (error: GraphQLError): GraphQLError => formatClientError(error, requestId, report)
  const executed = async (rootValue: DomainEvent, contextValue: Context): Promise<ExecutionResult> =>
    runInTime(
      limits.timeoutMs,
      () =>
        auditRefusals(contextValue, async (context) =>
          executeSubscriptionEvent({ ...args, rootValue, contextValue: context }),
        ),
      // The query writes nothing, so that there is nothing to stop.
      () => ({ errors: [createTimeoutError()], data: null }),
    )
  return {
    heartbeatMs,
    checkCredential: async () => void (await renewed()),
    show: async (event) => {
      const result = await inTurn(async () => executed(event, shareEventReads(await renewed(), event)))
      if (isNothing(result)) return null
      if (findCause(result) instanceof RecordEnded) return ENDED
      if (isForLater(result)) throw findCause(result)
      // A hidden event costs nothing: the quota would tell that something has happened.
      await charge()
      const { errors, ...rest } = result
      if (!errors) return rest
      const located = locateErrors(errors, args.document, query)
      return { errors: limitErrors(located.map(told), limits.errors), ...rest }
    },
    formatRefusal: (error) => told(new GraphQLError(error.message, { originalError: error })),
  }
}
