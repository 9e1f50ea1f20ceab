import { ContentError, type Context } from '@content-service/domain'
import {
  runIdempotent,
  readIdempotencyKey,
  type IdempotentRequest,
} from '@content-service/domain/internal/idempotency'
import { IdempotencyConflict } from '@content-service/domain/internal/rules'
import {
  createRefusal,
  findUnreadable,
  type ShownMember,
  type ShownRecord,
} from '@content-service/domain/internal/access'
import { runAudited } from '@content-service/domain/internal/audit'
import type { OperationName } from '@content-service/domain/internal/model'
import { findHiddenMembers, refreshShown } from '@content-service/domain/internal/visibility'
import { GraphQLError, type ExecutionResult } from 'graphql'
import type { Executed } from '../requests/executed.ts'
import { maskReplay, type Replay } from '../requests/masked-replay.ts'
import { readHeader, type Headed } from '../requests/negotiation.ts'
import type { PreparedRequest, RequestParameters } from '../requests/prepared-request.ts'

/** @throws BAD_REQUEST for several root fields, because each is a separate transaction. */
const requireOneMutation = ([mutation, ...others]: PreparedRequest['mutations']):
  OperationName | undefined => {
  if (others.length === 0) return mutation
  throw new ContentError(
    'BAD_REQUEST',
    'A mutation with an Idempotency-Key must have one root field. Send each root field in its own request, with its own key.',
  )
}

const NO_MUTATION = { mutations: [], variables: {} }

/** C6.9: the idempotent mutation; null without a key, and for a query, which can be repeated anyway. */
export const findIdempotentRequest = (
  request: Headed,
  { query, operationName }: RequestParameters,
  mutation: PreparedRequest | null,
): IdempotentRequest | null | GraphQLError => {
  const { mutations, variables } = mutation ?? NO_MUTATION
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
  readonly errors: readonly GraphQLError[]

  constructor(errors: readonly GraphQLError[]) {
    super('The mutation has errors.')
    this.errors = errors
  }
}

type Data = NonNullable<ExecutionResult['data']>

/** The stored result of a mutation, and the records that the caller of a replay must be allowed to read. */
interface KeptResult {
  readonly data: Data
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

const toResult = (error: unknown): Executed => {
  if (error instanceof HasErrors) return { data: 'null', errors: error.errors }
  const cause = error instanceof Error ? error : new Error(String(error))
  const errors = [new GraphQLError(cause.message, { originalError: cause })]
  return { data: cause instanceof IdempotencyConflict ? null : 'null', errors }
}

/** Executes a mutation once: a mutation with errors of any field has written nothing. */
export const executeIdempotent = async (
  [replay, once]: readonly [Replay, IdempotentRequest],
  context: Context,
  execute: (context: Context) => Promise<Executed>,
): Promise<Executed> => {
  const perform = async (within: Context): Promise<KeptResult> => {
    const shown: ShownRecord[] = []
    const { data, errors } = await execute({ ...within, response: shown })
    if (errors.length > 0) throw new HasErrors(errors)
    // A mutation without errors has data.
    return { data: JSON.parse(String(data)) as Data, shown }
  }
  try {
    const { answer, isReplayed } = await runIdempotent(context, once, perform)
    const { data, shown = [] } = answer
    if (!isReplayed) return { data: JSON.stringify(data), errors: [], isReplayed }
    const find = () => findHidden(context, shown)
    const hidden = await runAudited(context, { action: once.operation }, find)
    return { data: JSON.stringify(maskReplay(replay, data, hidden)), errors: [], isReplayed }
  } catch (error) {
    return toResult(error)
  }
}
