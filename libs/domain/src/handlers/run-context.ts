import type { Caller } from '../access/content-policy.ts'
import type { Origin } from '../context/context.ts'
import type { Handler, HandlerAnswer, HandlerContext } from '../model/handlers/handler.ts'
import { createHandlerOrigin } from './handler-caller.ts'
import { sendHandlerMail, type MailParts } from './handler-mail.ts'
import type { ClaimedRun } from './handler-store.ts'

/** A GraphQL request of a handler. */
export interface HandlerRequest {
  readonly document: string
  readonly variables: Readonly<Record<string, unknown>> | undefined
  readonly caller: Caller
  readonly origin: Origin
  /** The request writes nothing more after its abort. */
  readonly signal: AbortSignal
}

/** Port: runs a GraphQL request of a handler. Implemented by libs/server. */
export type RunHandlerRequest = (request: HandlerRequest) => Promise<HandlerAnswer>

export interface RunContextParts extends MailParts {
  readonly graphql: RunHandlerRequest
  readonly caller: Caller
}

/** The time of a run. */
export interface RunTime {
  readonly signal: AbortSignal
  /** The time of `performance.now()` at which the run has no more time: code that blocks keeps timers from it. */
  readonly deadline: number
}

const requireTime = ({ name }: Handler, { signal, deadline }: RunTime): void => {
  if (signal.aborted || performance.now() >= deadline)
    throw new Error(
      `The run of the handler ${name} has ended. Wait for each call of its context with await, and raise its timeout if it needs more time.`,
    )
}

/** A handler that does not wait for the call of its context hears of no failure, and the process goes on. */
const allowUnheard = <Result>(promise: Promise<Result>): Promise<Result> => {
  promise.catch(() => undefined)
  return promise
}

/** C16.4: the context of one attempt. It refuses everything after the end of the attempt. */
export const createRunContext = (
  parts: RunContextParts,
  handler: Handler,
  claimed: ClaimedRun,
  time: RunTime,
): HandlerContext => {
  const { signal } = time
  const { graphql, caller } = parts
  const call = <Result>(work: () => Promise<Result>): Promise<Result> =>
    allowUnheard(
      (async () => {
        requireTime(handler, time)
        return work()
      })(),
    )
  return {
    signal,
    graphql: (document, variables) =>
      call(() =>
        graphql({ document, variables, caller, origin: createHandlerOrigin(handler, claimed), signal }),
      ),
    sendMail: (mail) => call(() => sendHandlerMail(parts, claimed, mail)),
  }
}
