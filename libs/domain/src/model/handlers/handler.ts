import type { Permission } from '../../access/content-policy.ts'
import { SECOND_MS } from '../../rules/time.ts'
import { isObject } from '../../rules/is-object.ts'
import type { EventName } from '../event-names.ts'
import type { GraphqlAnswer } from '../graphql-answer.ts'

/** An event as a handler receives it. Without the permission to read the record it has `id` and `type` alone. */
export interface HandlerEvent {
  /** The id of the event, which stays the same when the service tries again. */
  readonly id: string
  readonly type: EventName
  /** The version of this form. */
  readonly version?: number
  /** The time of the event. */
  readonly timestamp?: string
  /** For `updated`, the names of the changed members, among those that the handler may see. */
  readonly changed?: readonly string[]
  /** The record as it was at the event, as a webhook receives it. */
  readonly data?: Readonly<Record<string, unknown>>
}

/** A mail of a handler, in plain text. */
export interface HandlerMail {
  /** One email address. */
  readonly to: string
  /** A single line of at most 200 characters. */
  readonly subject: string
  /** At most 100,000 characters. */
  readonly text: string
}

/** The response to a GraphQL request of a handler. */
export type HandlerAnswer = GraphqlAnswer

/** What a handler can do. After the end of its run, and after its time, the context refuses everything. */
export interface HandlerContext {
  /** Runs a query or a mutation with the permissions of the handler. */
  graphql(document: string, variables?: Readonly<Record<string, unknown>>): Promise<HandlerAnswer>
  /**
   * Sends a mail soon. The same mail for the same event is sent once, however often the service tries the handler.
   * @throws ContentError RATE_LIMITED if the address got too many mails in the last hour (C12.4).
   */
  sendMail(mail: HandlerMail): Promise<void>
  /** Aborts when the run has no more time. Hand it to `fetch`. */
  readonly signal: AbortSignal
}

/** C16.4: code of a team that runs after events, in the options of `contentModel`. */
export interface HandlerDeclaration {
  /** The events after which the handler runs: `['recipe.created']`. */
  readonly on: readonly EventName[]
  /** What the handler may read and do, each on all records: `['recipes:read']`. Nothing by default. */
  readonly permissions?: readonly (Permission | (string & {}))[]
  /** The time of a run in seconds, at most 300; 10 by default. */
  readonly timeout?: number
  /** If it throws, or takes longer than its time, the service tries it again, as it does with webhooks. */
  run(event: HandlerEvent, context: HandlerContext): Promise<void> | void
}

/** A handler of a model. */
export interface Handler {
  readonly name: string
  readonly on: readonly EventName[]
  readonly permissions: readonly string[]
  readonly timeoutMs: number
  readonly run: HandlerDeclaration['run']
}

const DEFAULT_TIMEOUT_S = 10

/** The handlers of the options, in their order. `checkHandlers` has refused wrong forms. */
export const listHandlers = (
  handlers: Readonly<Record<string, HandlerDeclaration>> | undefined,
): readonly Handler[] =>
  isObject(handlers)
    ? Object.entries(handlers).map(([name, given]) => ({
        name,
        on: [...given.on],
        permissions: [...(given.permissions ?? [])],
        timeoutMs: (given.timeout ?? DEFAULT_TIMEOUT_S) * SECOND_MS,
        run: (event, context) => given.run(event, context),
      }))
    : []
