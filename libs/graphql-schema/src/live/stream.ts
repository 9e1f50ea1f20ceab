import {
  ContentError,
  CutOff,
  type DomainEvent,
  type ErrorCode,
  type Following,
} from '@content-service/domain'
import type { ExecutionResult, GraphQLError } from 'graphql'
import { beginning, COMPLETE, HEARTBEAT, next } from './frames.ts'

/** How events become what one reader is shown. */
export interface Showing {
  /** What the reader is shown of an event; null for nothing. @throws for a credential that is good no longer. */
  show(event: DomainEvent): Promise<ExecutionResult | null>
  /** @throws for a credential that is good no longer, and while that cannot be told. */
  checkCredential(): Promise<void>
  /** A refusal as the reader may see it. */
  told(error: ContentError): GraphQLError
  /** Milliseconds of quiet before a heartbeat. */
  readonly heartbeatMs: number
}

/** After these nobody is to come back. Anything else, such as a database that is away, passes. */
const FINAL: ReadonlySet<ErrorCode> = new Set(['UNAUTHENTICATED', 'FORBIDDEN', 'INVALID_TOKEN'])

const isFinal = (error: unknown): error is ContentError =>
  error instanceof ContentError && FINAL.has(error.code)

/** What the promise comes to, or null when it takes longer. */
const within = async <Value>(promise: Promise<Value>, milliseconds: number): Promise<Value | null> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), milliseconds)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

/** @throws CutOff where the event is to be heard again, for that has not been its reader's fault. */
const shown = async (event: DomainEvent, { show }: Showing): Promise<ExecutionResult | null> => {
  try {
    return await show(event)
  } catch (error) {
    if (isFinal(error)) throw error
    throw new CutOff('The service could not show an event.', { cause: error })
  }
}

const checked = async ({ checkCredential }: Showing): Promise<void> => {
  try {
    await checkCredential()
  } catch (error) {
    // Nothing is shown before it has been checked again.
    if (isFinal(error)) throw error
  }
}

async function* framesWhileAllowed(
  following: Following,
  showing: Showing,
): AsyncGenerator<string, void, undefined> {
  const events = following[Symbol.asyncIterator]()
  let coming = events.next()
  for (;;) {
    const come = await within(coming, showing.heartbeatMs)
    if (come === null) {
      await checked(showing)
      yield HEARTBEAT
      continue
    }
    if (come.done) return
    const result = await shown(come.value, showing)
    if (result !== null) yield next(come.value.id, result)
    // It would go wrong with the next event as well.
    if (result?.data === null) return yield COMPLETE
    coming = events.next()
  }
}

/** A subscription as text, for as long as its credential is good. @throws CutOff where the reader should come back. */
export async function* framesOf(
  following: Following,
  showing: Showing,
): AsyncGenerator<string, void, undefined> {
  yield beginning(following.place)
  try {
    yield* framesWhileAllowed(following, showing)
  } catch (error) {
    if (!isFinal(error)) throw error
    yield next(null, { errors: [showing.told(error)] }) + COMPLETE
  } finally {
    following.leave()
  }
}
