import type { Context } from '../context/context.ts'
import type { OperationName } from '../model/operation.ts'
import { ContentError, type ErrorCode } from '../rules/errors.ts'
import { countInputWords } from '../context/written-words.ts'
import { Refusals, type RefusedOperation } from './refusals.ts'
import type { AuditContext } from './audit-entry.ts'

/** The audit context of a request. */
const createAuditContext = (
  { caller, origin, now }: Pick<Context, 'caller' | 'origin' | 'now'>,
  action: string,
): AuditContext => ({
  at: now(),
  actorId: caller.id,
  ...origin,
  action,
})

const REFUSALS: ReadonlySet<ErrorCode> = new Set([
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'INVALID_TOKEN',
  'RATE_LIMITED',
])

const appendRefusals = async (context: Context, refusals: Refusals): Promise<void> => {
  const entries = refusals.entries()
  const [first] = entries
  if (first)
    await context.stores
      .withAuditContext(createAuditContext(context, first.action))
      .audit.addRefusals(entries)
}

/** Runs a request and then enters its refusals in the audit log, with one statement. */
export const auditRefusals = async <Result>(
  context: Context,
  request: (context: Context) => Promise<Result>,
): Promise<Result> => {
  const refusals = new Refusals()
  try {
    return await request({ ...context, refusals })
  } finally {
    if (!refusals.isEmpty) await appendRefusals(context, refusals)
  }
}

/** Notes a refusal for the audit log (C7.10). Other errors are not refusals. */
export const noteRefusal = async (
  context: Context,
  error: unknown,
  refused: RefusedOperation,
): Promise<void> => {
  if (!(error instanceof ContentError) || !REFUSALS.has(error.code)) return
  const refusals = context.refusals ?? new Refusals()
  refusals.add(context, refused, error)
  if (context.refusals === undefined) await appendRefusals(context, refusals)
}

/** The context of one operation: the audit log has an entry under this name for each write of its stores. */
export const withAudit = (context: Context, action: OperationName): Context => ({
  ...context,
  stores: context.stores.withAuditContext(createAuditContext(context, action)),
})

interface Audited {
  readonly action: OperationName
  readonly id?: string | undefined
  /** The input of an operation that writes, whose words have a price (C15.12). */
  readonly written?: unknown
}

/** Runs an operation under its name: its writes and its refusal are in the audit log. */
export const runAudited = async <Result>(
  context: Context,
  { written, ...what }: Audited,
  operation: (context: Context) => Result | Promise<Result>,
): Promise<Result> => {
  try {
    await context.quota.addWords(countInputWords(written))
    return await operation(withAudit(context, what.action))
  } catch (error) {
    await noteRefusal(context, error, what)
    throw error
  }
}
