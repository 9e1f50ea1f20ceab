import type { Act, AuditEntry, RefusedEntry } from '@content-service/domain'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { v7 as uuidv7 } from 'uuid'
import { execute, insertInto } from '../sql.ts'

/** What an entry says beyond the act. A refusal has an action of its own, and its reason. */
export type Entered = Pick<AuditEntry, 'resource' | 'resourceId' | 'decision'> & Partial<RefusedEntry>

const rowOf = (act: Act, entry: Entered) => ({
  id: uuidv7(),
  at: act.at,
  actorId: act.actorId,
  credential: act.credential,
  address: act.address,
  requestId: act.requestId,
  action: entry.action ?? act.action,
  resource: entry.resource,
  resourceId: entry.resourceId,
  decision: entry.decision,
  field: entry.field ?? null,
  reason: entry.reason ?? null,
  moreRefused: entry.moreRefused ?? 0,
})

/** Writes entries of one act, with one statement. */
export const enter = async (em: SqlEntityManager, act: Act, entries: readonly Entered[]): Promise<void> => {
  if (entries.length > 0)
    await execute(em, insertInto('audit_entries', ...entries.map((entry) => rowOf(act, entry))))
}
