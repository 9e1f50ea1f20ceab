import type { Act, AuditEntry, RefusedEntry } from '@content-service/domain'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { v7 as uuidv7 } from 'uuid'

/** What an entry says beyond the act. A refusal has an action of its own, and its reason. */
export type Entered = Pick<AuditEntry, 'resource' | 'resourceId' | 'decision'> & Partial<RefusedEntry>

const COLUMNS = `id, at, actor_id, credential, address, request_id, action, resource, resource_id, decision,
  field, reason, more_refused`
const ROW = '(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)'

const valuesOf = (act: Act, entry: Entered): readonly unknown[] => [
  uuidv7(),
  act.at,
  act.actorId,
  act.credential,
  act.address,
  act.requestId,
  entry.action ?? act.action,
  entry.resource,
  entry.resourceId,
  entry.decision,
  entry.field ?? null,
  entry.reason ?? null,
  entry.moreRefused ?? 0,
]

/** Writes entries of one act, with one statement. */
export const enter = async (em: SqlEntityManager, act: Act, entries: readonly Entered[]): Promise<void> => {
  if (entries.length === 0) return
  const rows = entries.map(() => ROW).join(', ')
  await em.execute(
    `insert into audit_entries (${COLUMNS}) values ${rows}`,
    entries.flatMap((entry) => valuesOf(act, entry)),
    'run',
  )
}
