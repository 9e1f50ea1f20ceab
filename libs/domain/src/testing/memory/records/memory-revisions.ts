import {
  createRevision,
  hasDifferentValues,
  measureValues,
  MOST_REVISION_BYTES,
  type Keeping,
  type RecordRevision,
} from '../../../model/revisions/revision.ts'
import type { RecordType } from '../../../model/types/record-type.ts'
import type { RevisionId } from '../../../rules/ids.ts'
import type { MemorySession } from '../memory-session.ts'
import { nextUuid, type Id } from '../memory-tables.ts'

/** C15.1. */
const trimRevisions = (
  { tables, auditContext }: MemorySession,
  { name, plural }: RecordType,
  recordId: string,
  most: number,
): void => {
  let bytes = 0
  const old = tables.revisions
    .where({ type: name, recordId })
    .toReversed()
    .filter(({ values }, place) => {
      bytes += measureValues(values)
      return place >= most || bytes > MOST_REVISION_BYTES
    })
  if (old.length === 0) return
  for (const revision of old) tables.revisions.delete(revision.id)
  const entry = { action: 'trim-revisions', resource: plural, resourceId: recordId } as const
  tables.appendAuditEntries(auditContext, [{ ...entry, decision: 'ALLOW' }])
}

/** C17.3: keeps the version before, if its revision differs. */
export const keepRevision = (
  session: MemorySession,
  type: RecordType,
  { before, after }: { readonly before: { readonly id: Id }; readonly after: object },
  keeping: Keeping,
): void => {
  if (!type.keepsRevisions || !hasDifferentValues(type, before, after)) return
  const revision = createRevision(type, before, nextUuid<RevisionId>(), keeping)
  session.tables.revisions.put({ type: type.name, ...revision })
  if (keeping.most !== undefined) trimRevisions(session, type, revision.recordId, keeping.most)
}

export const findRevision = (
  { tables }: MemorySession,
  { name }: RecordType,
  id: RevisionId,
): RecordRevision | null => {
  const { type, ...revision } = tables.revisions.get(id) ?? { type: null }
  // A revision of another type is none of this one.
  return type === name ? (revision as RecordRevision) : null
}

/** The revisions of deleted records go with them. */
export const dropRevisions = ({ tables }: MemorySession, { name }: RecordType, ids: readonly Id[]): void => {
  const gone = new Set(ids.map(String))
  tables.revisions.remove(({ type, recordId }) => type === name && gone.has(recordId))
}
