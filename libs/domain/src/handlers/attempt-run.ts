import type { ContentPolicy } from '../access/content-policy.ts'
import type { Stores } from '../context/context.ts'
import type { ContentModel } from '../model/content-model.ts'
import type { Handler } from '../model/handlers/handler.ts'
import { createHandlerCaller, nameHandler } from './handler-caller.ts'
import { createHandlerEvent } from './handler-event.ts'
import { copyThrown, describeThrown } from './handler-failure.ts'
import type { MailParts } from './handler-mail.ts'
import type { ClaimedRun, RunOutcome } from './handler-store.ts'
import { createRunContext, type RunHandlerRequest } from './run-context.ts'
import { decideRunOutcome, MOST_ATTEMPTS } from './run-outcome.ts'

/** The input of a run. */
export interface RunParts extends MailParts {
  readonly stores: Stores
  readonly policy: ContentPolicy
  readonly model: ContentModel
  readonly graphql: RunHandlerRequest
  /** Aborts when the process stops and has waited long enough. */
  readonly stopping: AbortSignal
  /** Receives the error of a failed run, under the name of the handler. */
  readonly reportRun: (what: string, error: unknown) => void
}

const NEVER_ENDED =
  'No worker has lived to the end of a run of this event. Look for code that blocks, or that ends the process.'

class Stopped extends Error {}

/** The log shows where the handler failed; a stack of the service would hide it. */
class RunFailed extends Error {
  override readonly name = 'RunFailed'

  constructor(message: string, thrown: unknown) {
    super(message, { cause: copyThrown(thrown) })
    this.stack = message
  }
}

/** A promise that only fails: when the time is over, or when the process stops. */
const limitRun = ({ timeoutMs }: Handler, stopping: AbortSignal, ending: AbortController) => {
  const late = Promise.withResolvers<never>()
  const end = (reason: Error): void => {
    ending.abort(reason)
    late.reject(reason)
  }
  const timer = setTimeout(
    () => end(new Error(`The handler did not end within ${timeoutMs / 1_000} s.`)),
    timeoutMs,
  )
  const stop = (): void => end(new Stopped('The process stops.'))
  stopping.addEventListener('abort', stop)
  return {
    late: late.promise,
    clear: () => {
      clearTimeout(timer)
      stopping.removeEventListener('abort', stop)
    },
  }
}

const runOnce = async (parts: RunParts, handler: Handler, claimed: ClaimedRun): Promise<void> => {
  const caller = createHandlerCaller(handler)
  const ending = new AbortController()
  const time = { signal: ending.signal, deadline: performance.now() + handler.timeoutMs }
  const { late, clear } = limitRun(handler, parts.stopping, ending)
  const run = async (): Promise<void> => {
    const event = await createHandlerEvent({ ...parts, caller }, claimed.event)
    await handler.run(event, createRunContext({ ...parts, caller }, handler, claimed, time))
  }
  try {
    await Promise.race([run(), late])
  } finally {
    clear()
    ending.abort(new Error('The run of the handler has ended.'))
  }
}

/** The handler is named in the log with its event; the cause has the texts of the error alone. */
const reportFailure = (
  { reportRun }: RunParts,
  handler: Handler,
  claimed: ClaimedRun,
  thrown: unknown,
): void => {
  const { event, attempts } = claimed
  const what = `The handler ${handler.name} failed for the event ${event.id} (${event.type}), attempt ${attempts}.`
  reportRun(nameHandler(handler), new RunFailed(what, thrown))
}

const decide = async (parts: RunParts, handler: Handler, claimed: ClaimedRun): Promise<RunOutcome> => {
  const { attempts } = claimed
  if (attempts > MOST_ATTEMPTS) return { status: 'DEAD', error: NEVER_ENDED }
  try {
    await runOnce(parts, handler, claimed)
    return decideRunOutcome(null, attempts, parts.now())
  } catch (thrown) {
    const error = describeThrown(thrown)
    if (thrown instanceof Stopped) return { status: 'PENDING', nextAttemptAt: parts.now(), error }
    reportFailure(parts, handler, claimed, thrown)
    return decideRunOutcome(error, attempts, parts.now())
  }
}

/** C16.4: attempts one claimed run. Returns the time of the next attempt; null if no attempt follows. */
export const attemptRun = async (
  parts: RunParts,
  handler: Handler,
  claimed: ClaimedRun,
): Promise<Date | null> => {
  const outcome = await decide(parts, handler, claimed)
  await parts.stores.handlers.settle(claimed, outcome, parts.now())
  return outcome.status === 'PENDING' ? outcome.nextAttemptAt : null
}
