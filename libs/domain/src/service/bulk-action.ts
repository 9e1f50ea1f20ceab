import { may, requireCredential } from '../access/access.ts'
import type { RecordAction } from '../actions/record-action.ts'
import { runAudited } from '../audit/run-audited.ts'
import type { Context } from '../context/context.ts'
import { unconditional } from '../context/precondition.ts'
import { PRICES } from '../context/quota.ts'
import type { RecordType } from '../model/types/record-type.ts'
import type { RunOperation } from '../operations/run-operation.ts'
import { writeAtOnce } from '../operations/write-response.ts'
import { isObject } from '../rules/is-object.ts'
import { badUserInput, ContentError, type Problem } from '../rules/errors.ts'
import { adviseName } from '../rules/similar-name.ts'
import { findOperation } from './operations.ts'

/** C14.4: one action on several records of a type. */
export interface BulkAction {
  readonly type: RecordType
  readonly ids: readonly string[]
  readonly action: string
}

/** What the action has done to one record. */
export interface ActionResult {
  readonly id: string
  /** The status of a single request over REST. */
  readonly status: number
  /** Null if the action is done. */
  readonly refusal: ContentError | null
}

/** C14.4. */
export const MOST_BULK_IDS = 100
const MOST_IN_TRANSACTION = 50

type FixedAction = RecordAction & { readonly input: Readonly<Record<string, unknown>> }

const isFixed = (action: RecordAction): action is FixedAction => action.input !== null

const findActionProblem = (
  words: readonly string[],
  known: readonly RecordAction[],
  asked: string,
): string => {
  if (known.some(({ word }) => word === asked)) return 'needs an input; run it on each record by itself'
  return words.length === 0
    ? 'is unknown: this type has no actions'
    : `is unknown: ${adviseName(asked, words)}`
}

const findRepeated = (ids: readonly string[]): readonly Problem[] =>
  ids.flatMap((id, place) =>
    ids.indexOf(id) < place ? [{ path: ['ids', place], message: 'is in the list before' }] : [],
  )

const findIdProblems = (ids: readonly string[]): readonly Problem[] =>
  ids.length > MOST_BULK_IDS
    ? [{ path: ['ids'], message: `must be at most ${MOST_BULK_IDS} ids` }]
    : findRepeated(ids)

/** The action that the request names. @throws BAD_USER_INPUT for the whole request. */
const checkRequest = ({ model }: Context, { type, ids, action }: BulkAction): FixedAction => {
  const known = model.actionsOf(type.plural)
  const fixed = known.filter(isFixed)
  const found = fixed.find(({ word }) => word === action)
  const problems = findIdProblems(ids)
  if (found !== undefined && problems.length === 0) return found
  const words = fixed.map(({ word }) => word)
  const wrong = found ? [] : [{ path: ['action'], message: findActionProblem(words, known, action) }]
  throw badUserInput([...wrong, ...problems])
}

/** C12.16: a caller who may not read the record afterwards gets a response without content. */
const readStatus = (
  context: Context,
  { status }: FixedAction,
  { shows }: RunOperation<never, unknown>,
  result: unknown,
): number =>
  status === 200 && shows && isObject(result) && !may(context, shows.permission, result) ? 204 : status

/** Runs the operation of the action on one record, in a savepoint of the transaction. */
const runOnRecord = async (context: Context, action: FixedAction, id: string): Promise<ActionResult> => {
  // An action names an operation that runs a function.
  const operation = findOperation(context.model, action.operation) as RunOperation<never, unknown>
  const call = { id, input: action.input as never, precondition: unconditional }
  try {
    const result = await runAudited(context, { action: action.operation, id }, (audited) =>
      operation.run(audited, call),
    )
    return { id, status: readStatus(context, action, operation, result), refusal: null }
  } catch (error) {
    if (!(error instanceof ContentError) || error.status >= 500) throw error
    return { id, status: error.status, refusal: error }
  }
}

/** One after the other: all requests lock records in the order of their ids, so that none waits for another in a circle. */
const runOnAll = (
  context: Context,
  action: FixedAction,
  ids: readonly string[],
): Promise<readonly ActionResult[]> =>
  writeAtOnce(context, async (within) => {
    const results: ActionResult[] = []
    for (const id of ids) results.push(await runOnRecord(within, action, id))
    return results
  })

/** Shorter ids first: the ids of users are numbers, and all others are of one length. */
const byId = (one: string, other: string): number => one.length - other.length || (one < other ? -1 : 1)

const chunk = (ids: readonly string[]): readonly (readonly string[])[] =>
  Array.from({ length: Math.ceil(ids.length / MOST_IN_TRANSACTION) }, (_, place) =>
    ids.slice(place * MOST_IN_TRANSACTION, (place + 1) * MOST_IN_TRANSACTION),
  )

/** The records of a transaction that failed after another one was committed. */
const failAll = (ids: readonly string[], error: unknown): readonly ActionResult[] => {
  if (!(error instanceof ContentError)) throw error
  return ids.map((id) => ({ id, status: error.status, refusal: error }))
}

/**
 * C14.4: performs an action on each record, in transactions of at most 50 records. A refusal concerns its record alone.
 * Returns the results in the order of the given ids. @throws UNAUTHENTICATED, BAD_USER_INPUT, RATE_LIMITED.
 */
export const runBulkAction = async (
  context: Context,
  request: BulkAction,
): Promise<readonly ActionResult[]> => {
  requireCredential(context)
  const action = checkRequest(context, request)
  await context.quota.charge(request.ids.length * PRICES.bulkRecord)
  const results = new Map<string, ActionResult>()
  for (const ids of chunk(request.ids.toSorted(byId))) {
    const done = await runOnAll(context, action, ids).catch((error: unknown) => {
      if (results.size === 0) throw error
      return failAll(ids, error)
    })
    for (const result of done) results.set(result.id, result)
  }
  // Each id has a result.
  return request.ids.map((id) => results.get(id) as ActionResult)
}
