import { createServiceAuditContext, type AuditContext } from '../audit/audit-entry.ts'
import type { Stores } from '../context/context.ts'
import type { ContentModel } from '../model/content-model.ts'
import type { Handler } from '../model/handlers/handler.ts'
import { SECOND_MS } from '../rules/time.ts'
import { RETRY_DELAYS_MS } from '../webhooks/webhook-delivery.ts'
import { attemptRun, type RunParts } from './attempt-run.ts'
import type { ClaimedRun, Subscription } from './handler-store.ts'

export interface DueRunHost extends Omit<RunParts, 'stores' | 'stopping'> {
  readonly stores: (auditContext: AuditContext) => Stores
}

/** Each handler has places of its own, so that a slow handler delays only its own runs. */
const EACH_AT_ONCE = 5
/** By then, a worker that has not settled a run has died. */
const SETTLE_MS = 5 * SECOND_MS

/** The events that the handlers of a model wait for. */
export const listSubscriptions = ({ handlers }: Pick<ContentModel, 'handlers'>): readonly Subscription[] =>
  handlers.flatMap(({ name, on }) => on.map((event) => ({ handler: name, event })))

/** C16.4: a new handler begins with the events after this. Each process that knows the handlers does it at its start. */
export const subscribeHandlers = async (
  { handlers }: Pick<Stores, 'handlers'>,
  model: Pick<ContentModel, 'handlers'>,
  now: Date,
): Promise<void> => {
  if (model.handlers.length > 0) await handlers.subscribe(listSubscriptions(model), now)
}

const countFree = ({ name }: Handler, underWay: Iterable<ClaimedRun>): number =>
  EACH_AT_ONCE - [...underWay].filter(({ handler }) => handler === name).length

const claim = (
  { stores, model, now }: DueRunHost & RunScope,
  underWay: Iterable<ClaimedRun>,
): Promise<readonly ClaimedRun[]> => {
  const running = [...underWay]
  const leaseMs = Math.max(...model.handlers.map(({ timeoutMs }) => timeoutMs)) + SETTLE_MS
  const handlers = model.handlers.map((handler) => ({
    name: handler.name,
    on: handler.on,
    atMost: countFree(handler, running),
  }))
  const at = now()
  return stores(createServiceAuditContext('run-handlers', at)).handlers.claim({
    now: at,
    until: new Date(at.getTime() + leaseMs),
    pausesMs: RETRY_DELAYS_MS,
    handlers: handlers.filter(({ atMost }) => atMost > 0),
  })
}

/** What a process adds to its runs. */
export type RunScope = Pick<RunParts, 'stopping'>

/** Claims due runs beside those under way. Returns each with its attempt. */
export const claimRuns = async (
  host: DueRunHost & RunScope,
  underWay: Iterable<ClaimedRun>,
): Promise<readonly { readonly claimed: ClaimedRun; attempt(): Promise<Date | null> }[]> => {
  const parts = { ...host, stores: host.stores(createServiceAuditContext('run-handlers', host.now())) }
  const byName = new Map(host.model.handlers.map((handler) => [handler.name, handler]))
  const due = await claim(host, underWay)
  return due.flatMap((claimed) => {
    const handler = byName.get(claimed.handler)
    return handler ? [{ claimed, attempt: () => attemptRun(parts, handler, claimed) }] : []
  })
}

/**
 * Attempts the runs that are due now, once. Returns whether there were any. One run follows the other, so that the mails
 * have the order of the events.
 */
export const runDueHandlers = async (host: DueRunHost): Promise<boolean> => {
  if (host.model.handlers.length === 0) return false
  const due = await claimRuns({ ...host, stopping: new AbortController().signal }, [])
  for (const { attempt } of due) await attempt()
  return due.length > 0
}
