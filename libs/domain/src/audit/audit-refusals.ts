import type { Context } from '../context.ts'
import { ContentError, type ErrorCode } from '../errors.ts'
import { createAuditContext } from './create-audit-context.ts'
import { Refusals, type RefusedOperation } from './refusals.ts'

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
    await appendRefusals(context, refusals)
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
