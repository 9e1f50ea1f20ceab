import { deferUntilCommit } from '../context/background.ts'
import type { Context, Stores } from '../context/context.ts'
import { countCreated } from '../context/guest-records.ts'
import type { TypeName } from '../model/fields/field.ts'
import type { GraphqlAnswer } from '../model/graphql-answer.ts'
import type { OperationContext, ServiceOperation } from '../model/service-operations/service-operation.ts'
import { adviseName } from '../rules/similar-name.ts'
import type { RunTime } from './run-in-time.ts'

const MOST_LOCKED = 1_000

/** Takes back the writes of a request that has errors. */
class HasErrors extends Error {
  readonly answer: GraphqlAnswer

  constructor(answer: GraphqlAnswer) {
    super('The request has errors.')
    this.answer = answer
  }
}

/** Runs work in a part of the transaction: if it throws, nothing of it stays, and the transaction goes on. */
const attempt = async <Result>(
  context: Context,
  work: (context: Context) => Promise<Result>,
): Promise<Result> => {
  const held = deferUntilCommit(context.runInBackground)
  const result = await countCreated(context, (counting) =>
    context.stores.attempt((stores: Stores) =>
      work({ ...counting, stores, runInBackground: held.runInBackground }),
    ),
  )
  held.release()
  return result
}

const runRequest = async (
  context: Context,
  document: string,
  variables: Readonly<Record<string, unknown>> | undefined,
): Promise<GraphqlAnswer> => {
  try {
    return await attempt(context, async (within) => {
      const answer = await context.runGraphql(within, { document, variables })
      if (answer.errors !== undefined && answer.errors.length > 0) throw new HasErrors(answer)
      return answer
    })
  } catch (error) {
    if (error instanceof HasErrors) return error.answer
    throw error
  }
}

/** @throws TypeError for a type that the model does not have. */
const findType = ({ model }: Context, type: TypeName | string) => {
  const name = typeof type === 'string' ? type : type?.name
  const found = model.types.find((each) => each.name === name)
  if (found !== undefined) return found
  const names = model.types.map((each) => each.name)
  throw new TypeError(
    `context.lock: the model has no type ${String(name)}; ${adviseName(String(name), names)}`,
  )
}

const lockRecords = async (
  context: Context,
  operation: ServiceOperation,
  [given, ids]: readonly [TypeName | string, readonly (string | number)[]],
): Promise<void> => {
  const type = findType(context, given)
  if (operation.kind === 'read')
    throw new TypeError(
      `context.lock: the operation ${operation.name} only reads; declare it with kind: 'write'`,
    )
  if (!Array.isArray(ids) || ids.length > MOST_LOCKED)
    throw new TypeError(`context.lock: the ids must be a list of at most ${MOST_LOCKED}`)
  const known = ids.flatMap((id) => type.parseId(String(id)) ?? [])
  if (known.length > 0) await attempt(context, ({ stores }) => stores.records(type).lock(known))
}

/** C16.5: the context of one run. It refuses everything after the end of the run. */
export const createOperationContext = (
  context: Context,
  operation: ServiceOperation,
  { signal, call }: RunTime,
): OperationContext => {
  const names = [...(context.running?.names ?? []), operation.name]
  const inner = { ...context, running: { names, signal } }
  return {
    userId: context.caller.id,
    now: context.now(),
    signal,
    graphql: (document, variables) => call(() => runRequest(inner, document, variables)),
    lock: (type, ids) => call(() => lockRecords(inner, operation, [type, ids])),
  }
}
