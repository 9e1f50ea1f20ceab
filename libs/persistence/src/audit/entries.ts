import type { Act, AuditEntry } from '@content-service/domain'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { v7 as uuidv7 } from 'uuid'

/** What an entry says beyond the act. */
export type Entered = Pick<AuditEntry, 'resource' | 'resourceId' | 'decision'>

const ROW = '(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)'

const valuesOf = (act: Act, { resource, resourceId, decision }: Entered): readonly unknown[] => [
  uuidv7(),
  act.at,
  act.actorId,
  act.credential,
  act.address,
  act.requestId,
  act.action,
  resource,
  resourceId,
  decision,
]

/** Writes entries of one act, with one statement. */
export const enter = async (em: SqlEntityManager, act: Act, entries: readonly Entered[]): Promise<void> => {
  if (entries.length === 0) return
  const rows = entries.map(() => ROW).join(', ')
  await em.execute(
    `insert into audit_entries values ${rows}`,
    entries.flatMap((entry) => valuesOf(act, entry)),
    'run',
  )
}
