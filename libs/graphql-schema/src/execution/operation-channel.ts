import { tracingChannel } from 'node:diagnostics_channel'
import type { OperationTypeNode } from 'graphql'
import type { Executed } from '../requests/executed.ts'

/** What an operation tells about itself. `result` or `error` is set at its end. */
export interface OperationMessage {
  readonly type: OperationTypeNode
  /** The name in the document. */
  readonly name: string | undefined
  readonly result?: Executed
  readonly error?: unknown
}

/** The name of the channel for `tracingChannel` of `node:diagnostics_channel`: `start` and `asyncEnd` surround an operation. */
export const OPERATION_CHANNEL = 'content-service:graphql:operation'

const channel = tracingChannel<unknown, OperationMessage>(OPERATION_CHANNEL)

/** Runs an operation. If the channel has subscribers, they learn when the operation begins and ends. */
export const traceOperation = (
  message: Pick<OperationMessage, 'type' | 'name'>,
  run: () => Promise<Executed>,
): Promise<Executed> =>
  channel.start.hasSubscribers ? channel.tracePromise(run, message as OperationMessage & object) : run()
