import {
  ContentError,
  doneOnce,
  IdempotencyConflict,
  idempotencyKey,
  type Context,
  type IdempotentRequest,
} from '@content-service/domain'
import { GraphQLError, type ExecutionArgs, type ExecutionResult } from 'graphql'
import type { Request } from 'graphql-http'
import type { PreparedRequest, RequestParameters } from './prepared-request.ts'

export interface OnceResult extends ExecutionResult {
  /** Whether it was done before, and this is the answer of that time. */
  readonly isReplayed?: boolean
}

/** One that came twice has been joined by a comma. */
const headerOf = ({ headers }: Pick<Request<unknown, unknown>, 'headers'>): string | undefined => {
  if (typeof headers.get === 'function') return headers.get('idempotency-key') ?? undefined
  return 'idempotency-key' in headers ? String(headers['idempotency-key']) : undefined
}

/**
 * C6.9: the mutation that is to be done once; null without a key, and for a query, which may be repeated anyway.
 * @throws BAD_REQUEST for several root fields: each is a transaction of its own.
 */
export const onceOf = (
  request: Pick<Request<unknown, unknown>, 'headers'>,
  { query, operationName, variables }: RequestParameters,
  { mutations: [operation, ...others] }: PreparedRequest,
): IdempotentRequest | null => {
  const key = operation === undefined ? null : idempotencyKey(headerOf(request))
  if (key === null || operation === undefined) return null
  if (others.length > 0)
    throw new ContentError(
      'BAD_REQUEST',
      'A mutation with an Idempotency-Key has one root field; send each of them with a key of its own.',
    )
  return { key, operation, payload: [query, operationName ?? '', JSON.stringify(variables ?? {})] }
}

/** Thrown where a mutation has errors, so that nothing of it stays. */
class HasErrors extends Error {
  readonly result: ExecutionResult

  constructor(result: ExecutionResult) {
    super('The mutation has errors.')
    this.result = result
  }
}

const asResult = (error: unknown): OnceResult => {
  if (error instanceof HasErrors) return { ...error.result, data: null }
  const cause = error instanceof Error ? error : new Error(String(error))
  const errors = [new GraphQLError(cause.message, { originalError: cause })]
  return cause instanceof IdempotencyConflict ? { errors } : { errors, data: null }
}

/** Executes a mutation once: one with errors, of whatever field, has written nothing. */
export const executedOnce = async (
  args: ExecutionArgs,
  once: IdempotentRequest,
  execute: (args: ExecutionArgs) => Promise<ExecutionResult>,
): Promise<OnceResult> => {
  const perform = async (contextValue: Context): Promise<ExecutionResult> => {
    const result = await execute({ ...args, contextValue })
    if (result.errors) throw new HasErrors(result)
    return result
  }
  try {
    const { answer, isReplayed } = await doneOnce(args.contextValue as Context, once, perform)
    return { ...answer, isReplayed }
  } catch (error) {
    return asResult(error)
  }
}
