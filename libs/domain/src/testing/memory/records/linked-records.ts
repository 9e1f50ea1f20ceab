import { clearValues } from '../../../model/links/cleared-links.ts'
import type { LinkedId } from '../../../model/links/part-links.ts'
import { linkedTo, MOST_COUNTED, tooManyToCheck } from '../../../model/links/linked-conflict.ts'
import { withValues } from '../../../model/types/record-changes.ts'
import type { ReadableFilter } from '../../../model/types/record-store.ts'
import type { RecordType } from '../../../model/types/record-type.ts'
import type { Row } from '../../../reading/reading.ts'
import { GHOST_ID } from '../../../rules/ids.ts'
import { listLinkedFacts } from '../../../visibility/shown-records.ts'
import { NOTHING } from '../../../visibility/visible-rows.ts'
import type { StoredRecord } from '../memory-tables.ts'
import type { MemorySession } from '../memory-session.ts'
import { dropLikes } from './memory-likes.ts'
import { dropRevisions } from './memory-revisions.ts'
import { collectDeleted, isUnchecked, listLinking, type Deleted, type Deletion } from './memory-cascade.ts'

/** C14.3: the facts of linked records by which the declared policy decides who reads the event of a deletion. */
export const listEventFacts = ({ model }: MemorySession, { permissions }: RecordType): readonly string[] =>
  listLinkedFacts({ model, policy: model.policy }, permissions.read)

const refuseLinked = (
  session: MemorySession,
  type: RecordType,
  deleted: Deleted,
  readable: ReadableFilter = () => NOTHING,
): void => {
  const linking = Map.groupBy(listLinking(session, deleted, 'refuse'), ({ link }) => link.type)
  const counts = [...linking].map(([from, found]) => {
    const ids = new Set(found.map(({ record }) => record.id))
    const isFound = ({ id }: Row): boolean => ids.has(id as StoredRecord['id'])
    const shown = session.reader.matching(from.plural, readable(from.plural), isFound).length
    return { type: from, count: Math.min(shown, MOST_COUNTED), hidden: ids.size - shown }
  })
  const shown = counts.filter(({ count }) => count > 0)
  const hasHidden = counts.some(({ hidden }) => hidden > 0)
  if (shown.length > 0 || hasHidden) throw linkedTo(type, { shown, hasHidden })
}

const clearLinks = (session: MemorySession, deleted: Deleted): void => {
  const linking = Map.groupBy(listLinking(session, deleted, 'clear'), ({ record }) => record)
  for (const [before, links] of linking) {
    const [
      {
        link: { type },
      },
    ] = links as [(typeof links)[number]]
    const cleared = links.map(({ link, gone }) => ({ link, isGone: (id: LinkedId) => gone.has(id as never) }))
    const values = clearValues(type, before, cleared)
    const after = session.tables.of(type.plural).put(withValues(before, values, session.auditContext.at))
    session.recordChanges(type.plural, [{ before, after }])
  }
}

/** The comments of an article are deleted without events. */
const deleteLinking = (session: MemorySession, { type, ids }: Deletion, deleted: Deleted): void => {
  const own = new Set(ids)
  const records = [...deleted].flatMap(([from, gone]) => {
    const facts = listEventFacts(session, from)
    return session.tables
      .of(from.plural)
      .where(({ id }) => gone.has(id) && !(from === type && own.has(id)))
      .map((record) => ({ from, before: session.reader.withFields(from.plural, record, facts) }))
  })
  for (const { from, before } of records) {
    session.tables.of(from.plural).delete(before.id)
    dropRevisions(session, from, [before.id])
    dropLikes(session, from, [before.id])
    if (from.custom === null) session.recordChanges(from.plural, [{ before, after: null }])
  }
}

/** C3.5: the records of a deleted user belong to the ghost. */
const leaveToGhost = (session: MemorySession, deleted: Deleted): void => {
  for (const { link, record } of listLinking(session, deleted, 'ghost'))
    session.tables.of(link.type.plural).put({ ...record, [link.attribute]: GHOST_ID })
}

/** C14.2: changes the records that link to records which a store deletes next. @throws CONFLICT. */
export const changeLinked = (
  session: MemorySession,
  deletion: Deletion,
  readable: ReadableFilter | undefined,
): void => {
  const deleted = collectDeleted(session, deletion)
  refuseLinked(session, deletion.type, deleted, readable)
  if (isUnchecked(session, deletion, deleted)) throw tooManyToCheck(deletion.type)
  clearLinks(session, deleted)
  deleteLinking(session, deletion, deleted)
  leaveToGhost(session, deleted)
}
