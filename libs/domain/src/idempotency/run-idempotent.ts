import { isAnonymous } from '../access/access.ts'
import type { OperationName } from '../model/operation.ts'
import type { Context } from '../context/context.ts'
import { IdempotencyConflict } from '../rules/errors.ts'
import { deferUntilCommit } from '../context/background.ts'
import { countCreated } from '../context/guest-records.ts'
import type { DoneRequest, KeptRequest } from './idempotency-store.ts'

/** A request that its sender may repeat without knowing whether the first request was completed. */
export interface IdempotentRequest {
  readonly key: string
  /** The parts that distinguish this request from every other request. */
  readonly payload: readonly string[]
  readonly operation: OperationName
  /** The address of the record of an answer; null if it is unknown. */
  readonly locate?: (answer: unknown) => string | null
}

export interface IdempotentResult<Answer> {
  readonly answer: Answer
  /** Whether this is the stored answer of an earlier request. */
  readonly isReplayed: boolean
}

/** C6.9: the time for which the service stores an answer. */
const KEPT_MS = 24 * 3_600_000

/** C12.15, in bytes: the most of one answer, and of all stored answers of a principal. */
const LONGEST_ANSWER = 256 * 1_024
const MOST_ANSWERS = 16 * 1_048_576

/**
 * The owner of a key. Programs choose their keys independently, so that each client and each API key of a user is a
 * separate owner. Many strangers may share an address, so that the payload distinguishes them, too.
 */
const identifyKeyOwner = (context: Context, payload: string): readonly string[] => {
  const { caller, origin } = context
  if (isAnonymous(context)) return ['nobody', origin.address ?? '', payload]
  const credential = origin.credential === 'basic' ? 'bearer' : origin.credential
  return ['somebody', String(caller.id), credential]
}

/** Strangers share the budget of their address. */
const hashPrincipal = (context: Context): string => {
  const { address } = context.origin
  const owner = isAnonymous(context) ? ['nobody', address ?? ''] : identifyKeyOwner(context, '')
  return context.keyedHash('principal', ...owner)
}

const createKeptRequest = (
  context: Context,
  { payload, locate }: Pick<KeyedRequest, 'payload' | 'locate'>,
  answer: unknown,
): KeptRequest => {
  const text = JSON.stringify(answer)
  const doneAt = context.now()
  return {
    payload,
    answer: Buffer.byteLength(text) <= LONGEST_ANSWER ? text : null,
    location: locate?.(answer) ?? null,
    doneAt,
    expiresAt: new Date(doneAt.getTime() + KEPT_MS),
    principal: hashPrincipal(context),
    budget: MOST_ANSWERS,
  }
}

const answerNotKept = ({ doneAt, location }: DoneRequest): IdempotencyConflict =>
  new IdempotencyConflict(
    409,
    `The request was done at ${doneAt.toISOString()}; the response was too large to keep. Read the record instead.`,
    { location },
  )

/** @throws IdempotencyConflict if the key was used for another request. */
const replayAnswer = <Answer>(done: DoneRequest, payload: string): IdempotentResult<Answer> => {
  if (done.payload !== payload)
    throw new IdempotencyConflict(
      422,
      'You used this Idempotency-Key for another request. Use a new key for each request.',
    )
  if (done.answer === null) throw answerNotKept(done)
  // The kept text is the JSON of the answer to the same payload.
  return { answer: JSON.parse(done.answer) as Answer, isReplayed: true }
}

/**
 * Performs a request once (C6.9): the same request within a day gets the stored answer. The writes and the answer are
 * stored in one transaction, so that a crash leaves both or neither; background work begins after the transaction. If
 * `perform` throws, nothing is stored, and the next try runs again. The next try also runs again if the request wrote
 * nothing, or if its answer contains a secret. A long answer is not stored (C12.15).
 * @throws IdempotencyConflict for a key that is in use, or that was used for another request.
 */
export const runIdempotent = async <Answer>(
  context: Context,
  { key, payload: parts, operation, locate }: IdempotentRequest,
  perform: (context: Context) => Promise<Answer>,
): Promise<IdempotentResult<Answer>> => {
  const payload = context.keyedHash('payload', ...parts)
  const name = context.keyedHash('key', key, ...identifyKeyOwner(context, payload))
  const find = () => context.stores.idempotency.find(name, context.now())
  const before = await find()
  if (before) return replayAnswer(before, payload)
  try {
    return {
      answer: await runInTransaction(
        context,
        { name, payload, operation, ...(locate && { locate }) },
        perform,
      ),
      isReplayed: false,
    }
  } catch (error) {
    // The running request may have completed.
    const meanwhile = error instanceof IdempotencyConflict ? await find() : null
    if (meanwhile === null) throw error
    return replayAnswer(meanwhile, payload)
  }
}

interface KeyedRequest extends Pick<IdempotentRequest, 'operation' | 'locate'> {
  readonly name: string
  readonly payload: string
}

const runInTransaction = async <Answer>(
  context: Context,
  request: KeyedRequest,
  perform: (context: Context) => Promise<Answer>,
): Promise<Answer> => {
  const held = deferUntilCommit(context.runInBackground)
  const runOnce = (counting: Context) =>
    context.stores.once(request.name, context.now(), async (unitOfWork) => {
      const answer = await perform({
        ...counting,
        stores: unitOfWork.stores,
        runInBackground: held.runInBackground,
      })
      const hasEffect = unitOfWork.hasWritten() || held.isAny()
      if (hasEffect && !context.model.operation(request.operation).hasSecret)
        await unitOfWork.keep(createKeptRequest(context, request, answer))
      return answer
    })
  const answer = await countCreated(context, runOnce)
  held.release()
  return answer
}
