import { ContentError, type Context } from '@content-service/domain'
import {
  runIdempotent,
  readIdempotencyKey,
  type IdempotentRequest,
} from '@content-service/domain/idempotency'
import { IdempotencyConflict } from '@content-service/domain/rules'
import {
  createRefusal,
  findUnreadable,
  type ShownMember,
  type ShownRecord,
} from '@content-service/domain/access'
import { runAudited } from '@content-service/domain/audit'
import type { OperationName } from '@content-service/domain/model'
import { findHiddenMembers, refreshShown } from '@content-service/domain/visibility'
import { GraphQLError, type ExecutionArgs, type ExecutionResult } from 'graphql'
import { maskReplay } from '../requests/masked-replay.ts'
import { readHeader, type Headed } from '../requests/negotiation.ts'
import type { PreparedRequest, RequestParameters } from '../requests/prepared-request.ts'

export interface OnceResult extends ExecutionResult {
  /** Whether this is the stored answer of an earlier request. */
  readonly isReplayed?: boolean
}

/** @throws BAD_REQUEST for several root fields, because each is a separate transaction. */
const requireOneMutation = ([mutation, ...others]: PreparedRequest['mutations']):
  OperationName | undefined => {
  if (others.length === 0) return mutation
  throw new ContentError(
    'BAD_REQUEST',
    'A mutation with an Idempotency-Key must have one root field. Send each root field in its own request, with its own key.',
  )
}

/** C6.9: the idempotent mutation; null without a key, and for a query, which can be repeated anyway. */
export const findIdempotentRequest = (
  request: Headed,
  { query, operationName }: RequestParameters,
  { mutations, variables }: PreparedRequest,
): IdempotentRequest | null | GraphQLError => {
  try {
    const key = mutations.length > 0 ? readIdempotencyKey(readHeader(request, 'idempotency-key')) : null
    const operation = key === null ? undefined : requireOneMutation(mutations)
    if (key === null || operation === undefined) return null
    return { key, operation, payload: [query, operationName ?? '', JSON.stringify(variables)] }
  } catch (error) {
    if (!(error instanceof ContentError)) throw error
    return new GraphQLError(error.message, { extensions: { code: error.code } })
  }
}

/** Thrown if a mutation has errors, so that its writes are rolled back. */
class HasErrors extends Error {
  readonly result: ExecutionResult

  constructor(result: ExecutionResult) {
    super('The mutation has errors.')
    this.result = result
  }
}

/** The stored result of a mutation, and the records that the caller of a replay must be allowed to read. */
interface KeptResult extends ExecutionResult {
  readonly shown?: readonly ShownRecord[]
}

/**
 * C12.16: a replay follows the rights of the credential that replays, of now. Returns the attributes that it may not see.
 * @throws UNAUTHENTICATED, FORBIDDEN for a record that it may not read.
 */
const findHidden = async (
  context: Context,
  shown: readonly ShownRecord[],
): Promise<readonly ShownMember[]> => {
  const refreshed = await refreshShown(context, shown)
  const unreadable = findUnreadable(context, refreshed)
  if (unreadable) throw createRefusal(context, unreadable.permission)
  return findHiddenMembers(context, refreshed)
}

const toResult = (error: unknown): OnceResult => {
  if (error instanceof HasErrors) return { ...error.result, data: null }
  const cause = error instanceof Error ? error : new Error(String(error))
  const errors = [new GraphQLError(cause.message, { originalError: cause })]
  return cause instanceof IdempotencyConflict ? { errors } : { errors, data: null }
}

/** Executes a mutation once: a mutation with errors of any field has written nothing. */
export const executeIdempotent = async (
  args: ExecutionArgs,
  once: IdempotentRequest,
  execute: (args: ExecutionArgs) => Promise<ExecutionResult>,
): Promise<OnceResult> => {
  const perform = async (context: Context): Promise<KeptResult> => {
    const shown: ShownRecord[] = []
    const result = await execute({ ...args, contextValue: { ...context, response: shown } })
    if (result.errors) throw new HasErrors(result)
    return { ...result, shown }
  }
  const context = args.contextValue as Context
  try {
    const { answer, isReplayed } = await runIdempotent(context, once, perform)
    const { shown = [], ...result } = answer
    if (!isReplayed) return { ...result, isReplayed }
    const find = () => findHidden(context, shown)
    const hidden = await runAudited(context, { action: once.operation }, find)
    return { ...result, ...(result.data && { data: maskReplay(args, result.data, hidden) }), isReplayed }
  } catch (error) {
    return toResult(error)
  }
}
