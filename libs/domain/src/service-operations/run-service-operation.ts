import { createRefusal, mayOnAll, type PolicyContext } from '../access/access.ts'
import { deferUntilCommit } from '../context/background.ts'
import type { Context, Stores } from '../context/context.ts'
import { countCreated } from '../context/guest-records.ts'
import type { Field } from '../model/fields/field.ts'
import type { ServiceOperation } from '../model/service-operations/service-operation.ts'
import { requireReadableLinks } from '../records/given-links.ts'
import { accept } from '../rules/accept.ts'
import { ContentError } from '../rules/errors.ts'
import { checkOutput } from './check-output.ts'
import { createOperationCaller } from './operation-caller.ts'
import { createOperationContext } from './operation-context.ts'
import { toOperationError } from './operation-failure.ts'
import { runInTime } from './run-in-time.ts'

type Values = Readonly<Record<string, unknown>>

/** An operation can call others by GraphQL; more of them within each other are a loop. */
const MOST_WITHIN = 4

/** @throws UNAUTHENTICATED, FORBIDDEN. */
export const authorizeOperation = (context: PolicyContext, { permission }: ServiceOperation): void => {
  if (!mayOnAll(context, permission)) throw createRefusal(context, permission)
}

const requireDepth = ({ running }: Context, { name }: ServiceOperation): void => {
  if (running === undefined || running.names.length < MOST_WITHIN) return
  const path = [...running.names, name].join(' → ')
  throw new ContentError(
    'QUERY_TOO_COMPLEX',
    `At most ${MOST_WITHIN} operations run within each other, and these are more: ${path}.`,
  )
}

/** The values of members that the client leaves out: null for optional ones. The rules refuse a request without the others. */
const listInitial = ({ input }: ServiceOperation): Values =>
  Object.fromEntries(Object.entries<Field>(input).map(([name, { initial }]) => [name, initial]))

/** GraphQL has `undefined` for a variable that the client leaves out. */
const omitAbsent = (given: Values): Values =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))

/** The stores of the run: those of a read refuse to write, and the writes of all others are one transaction. */
const inTransaction = async <Result>(
  context: Context,
  { kind }: ServiceOperation,
  work: (context: Context) => Promise<Result>,
): Promise<Result> => {
  const held = deferUntilCommit(context.runInBackground)
  const result = await countCreated(context, (counting) => {
    const run = (stores: Stores) => work({ ...counting, stores, runInBackground: held.runInBackground })
    return kind === 'read' ? context.stores.reading(run) : context.stores.alone(run)
  })
  held.release()
  return result
}

/**
 * The context of the requests within the operation. They share its transaction, so that they may not wait for the turn of other
 * work on another connection, and they show the client nothing.
 */
const createInnerContext = (context: Context, operation: ServiceOperation): Context => ({
  ...context,
  caller: createOperationCaller(context.caller, operation),
  response: undefined,
  refusals: undefined,
  inShare: (work) => work(),
})

const runCode = async (context: Context, operation: ServiceOperation, input: Values): Promise<Values> =>
  runInTime(operation, context.running?.signal, async (time) => {
    try {
      // The rules have checked the input of the code.
      const output = await operation.run(createOperationContext(context, operation, time), input as never)
      return checkOutput(operation, output)
    } catch (thrown) {
      throw toOperationError(operation, thrown)
    }
  })

const runWithin = async (context: Context, operation: ServiceOperation, input: Values): Promise<Values> => {
  const inner = createInnerContext(context, operation)
  await requireReadableLinks(inner, operation.input, input)
  const result = await runCode(inner, operation, input)
  // C7.10: the requests of the operation have entries of their own, under their own names.
  const { name, kind } = operation
  if (kind === 'write') await context.stores.audit.addRun(context.model.operation(name).resource, name)
  return result
}

/**
 * C16.5: runs an operation of no record. @throws UNAUTHENTICATED, FORBIDDEN, BAD_USER_INPUT, RATE_LIMITED, TIMEOUT, the
 * ContentError of its code, or an error that both interfaces hide.
 */
export const runServiceOperation = async (
  context: Context,
  operation: ServiceOperation,
  given: Values,
): Promise<Values> => {
  authorizeOperation(context, operation)
  const input = { ...listInitial(operation), ...omitAbsent(accept(operation.rules, given)) }
  requireDepth(context, operation)
  await context.quota.charge(operation.cost)
  // C12.16: a replay of the response needs the permission again.
  context.response?.push({ permission: operation.permission, id: null, facts: {} })
  return inTransaction(context, operation, (within) => runWithin(within, operation, input))
}
