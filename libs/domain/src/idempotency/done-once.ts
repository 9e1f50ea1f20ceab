import { SECRET_ANSWERS, type OperationName } from '../audit/operations.ts'
import type { Context } from '../context.ts'
import { ContentError, IdempotencyConflict } from '../errors.ts'
import { heldBack } from '../later.ts'
import type { DoneRequest } from './idempotency-store.ts'

/** A request that its sender may repeat, not knowing whether it was done. */
export interface IdempotentRequest {
  readonly key: string
  /** All that makes it this request and no other. */
  readonly payload: readonly string[]
  readonly operation: OperationName
}

export interface Done<Answer> {
  readonly answer: Answer
  /** Whether it was done before, and this is the answer of that time. */
  readonly isReplayed: boolean
}

/** C6.9. */
const KEPT_MS = 24 * 3_600_000

/** In UTF-16 code units: more than any REST answer has, whose content is at most 500,000 characters (C4.1). */
const LONGEST_ANSWER = 4 * 1_024 * 1_024

/**
 * Whose key it is: programs choose theirs without knowing of each other, so that each client and each API key of a user
 * has its own. Strangers are told apart by what they send as well, for many may share an address.
 */
const ownerOf = ({ caller, origin }: Context, payload: string): readonly string[] => {
  if (caller.id === null && caller.client === undefined) return ['nobody', origin.address ?? '', payload]
  const credential = origin.credential === 'basic' ? 'bearer' : origin.credential
  return ['somebody', String(caller.id), credential]
}

const recordOf = (context: Context, payload: string, answer: unknown): DoneRequest => {
  const text = JSON.stringify(answer)
  if (text.length > LONGEST_ANSWER)
    throw new ContentError(
      'BAD_REQUEST',
      'The response is too long to store under an Idempotency-Key. Select fewer fields.',
    )
  return { payload, answer: text, expiresAt: new Date(context.now().getTime() + KEPT_MS) }
}

/** @throws IdempotencyConflict where the key was for something else. */
const answeredAgain = <Answer>(done: DoneRequest, payload: string): Done<Answer> => {
  if (done.payload !== payload)
    throw new IdempotencyConflict(
      422,
      'You used this Idempotency-Key for another request. Use a new key for each request.',
    )
  // What was kept is what JSON makes of the answer to this very payload.
  return { answer: JSON.parse(done.answer) as Answer, isReplayed: true }
}

/**
 * Does what a request asks for once, whatever becomes of its answer (C6.9): whoever sends it again within a day gets
 * that answer. What it writes and the answer are kept in one transaction, so that a crash leaves both or neither; what
 * is left for later begins once that is done. When `perform` throws, nothing of it stays: the next try runs. So it does where nothing was
 * written, and where the answer holds a secret.
 * @throws IdempotencyConflict for a key that is in use, or was used for something else.
 */
export const doneOnce = async <Answer>(
  context: Context,
  { key, payload: parts, operation }: IdempotentRequest,
  perform: (context: Context) => Promise<Answer>,
): Promise<Done<Answer>> => {
  const payload = context.keyedHash('payload', ...parts)
  const name = context.keyedHash('key', key, ...ownerOf(context, payload))
  const find = () => context.stores.idempotency.find(name, context.now())
  const before = await find()
  if (before) return answeredAgain(before, payload)
  try {
    return { answer: await undertaken(context, { name, payload, operation }, perform), isReplayed: false }
  } catch (error) {
    // What was in the way may have come to its end.
    const meanwhile = error instanceof IdempotencyConflict ? await find() : null
    if (meanwhile === null) throw error
    return answeredAgain(meanwhile, payload)
  }
}

const undertaken = async <Answer>(
  context: Context,
  request: { readonly name: string; readonly payload: string; readonly operation: OperationName },
  perform: (context: Context) => Promise<Answer>,
): Promise<Answer> => {
  const held = heldBack(context.later)
  const answer = await context.stores.once(request.name, context.now(), async (undertaking) => {
    const performed = await perform({ ...context, stores: undertaking.stores, later: held.later })
    const hasEffect = undertaking.hasWritten() || held.isAny()
    if (hasEffect && !SECRET_ANSWERS.has(request.operation))
      await undertaking.keep(recordOf(context, request.payload, performed))
    return performed
  })
  held.release()
  return answer
}
