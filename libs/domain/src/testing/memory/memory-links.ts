import type { RecordId } from '../../model/field.ts'
import { listIncoming, type IncomingLink } from '../../model/links/incoming-links.ts'
import { linkedTo, MOST_COUNTED, tooManyToCheck } from '../../model/links/linked-conflict.ts'
import { withValues, type AnyRecord } from '../../model/record-changes.ts'
import type { ReadableFilter } from '../../model/record-store.ts'
import type { RecordType } from '../../model/record-type.ts'
import { GHOST_ID } from '../../rules/ids.ts'
import { NOTHING } from '../../visibility/visible-rows.ts'
import { listLinkedFacts } from '../../visibility/shown-records.ts'
import type { Row } from '../../reading/reading.ts'
import { MemoryReader } from './memory-reader.ts'
import {
  collectDeleted,
  getIds,
  isUnchecked,
  listLinking,
  listRefusing,
  type Deleted,
  type Id,
} from './memory-cascade.ts'
import type { MemorySession } from './memory-session.ts'

/** The records of one type that a store deletes. */
export interface MemoryDeletion {
  readonly type: RecordType
  readonly ids: readonly Id[]
  readonly readable?: ReadableFilter | undefined
}

const refuseLinked = (
  session: MemorySession,
  { type, readable: filter }: MemoryDeletion,
  deleted: Deleted,
): void => {
  const counts = [...listRefusing(session, deleted)].map(([from, records]) => {
    const condition = filter?.(from.plural) ?? NOTHING
    const readable = new MemoryReader(session.tables, session.model).matching(from.plural, condition)
    const shown = [...records].filter(({ id }) => readable.some((row) => row['id'] === id))
    return { type: from, count: Math.min(shown.length, MOST_COUNTED), hidden: records.size - shown.length }
  })
  const shown = counts.filter(({ count }) => count > 0)
  const hasHidden = counts.some(({ hidden }) => hidden > 0)
  if (shown.length > 0 || hasHidden) throw linkedTo(type, { shown, hasHidden })
}

/** The values of the links that are cleared, by types and records. */
type Cleared = ReadonlyMap<RecordType, ReadonlyMap<AnyRecord, Readonly<Record<string, unknown>>>>

const clearLink = (record: AnyRecord, link: IncomingLink, gone: ReadonlySet<Id>): unknown =>
  link.isMany ? getIds(record, link).filter((id) => !gone.has(id)) : null

const findCleared = (session: MemorySession, deleted: Deleted): Cleared => {
  const cleared = new Map<RecordType, Map<AnyRecord, Readonly<Record<string, unknown>>>>()
  for (const [to, ids] of deleted)
    for (const link of listIncoming(session.model, to, 'clear')) {
      const links = cleared.get(link.type) ?? new Map<AnyRecord, Readonly<Record<string, unknown>>>()
      cleared.set(link.type, links)
      for (const record of listLinking(session, link, ids, deleted))
        links.set(record, { ...links.get(record), [link.attribute]: clearLink(record, link, ids) })
    }
  return cleared
}

const clearLinks = (session: MemorySession, cleared: Cleared): void => {
  for (const [{ plural }, records] of cleared)
    for (const [before, values] of records) {
      const after = withValues(before, values, session.auditContext.at)
      session.tables.declared.of(plural).put(after)
      session.recordChanges(plural, { before, after })
    }
}

/** C14.3: the event of a deletion has the facts by which the declared policy decides who reads it. */
const withLinkedFacts = (session: MemorySession, type: RecordType, record: AnyRecord): AnyRecord => {
  const { model, tables } = session
  const facts = listLinkedFacts({ model, policy: model.policy }, type.permissions.read)
  const reader = new MemoryReader(tables, model)
  return { ...record, ...reader.readFields(type.plural, record as unknown as Row, facts) }
}

/** The comments of an article are deleted without events. */
const deleteLinking = (session: MemorySession, { type, ids }: MemoryDeletion, deleted: Deleted): void => {
  const records = [...deleted].flatMap(([from, gone]) =>
    [...gone].flatMap((id) => {
      const found =
        from === type && ids.includes(id)
          ? undefined
          : session.tables.declared.of(from.plural).get(id as RecordId)
      return found === undefined ? [] : [{ from, before: withLinkedFacts(session, from, found) }]
    }),
  )
  for (const { from, before } of records) {
    session.tables.declared.of(from.plural).delete(before.id)
    if (from.custom === null) session.recordChanges(from.plural, { before, after: null })
  }
}

/** C3.5: the records of a deleted user belong to the ghost. */
const leaveToGhost = (session: MemorySession, { type, ids }: MemoryDeletion): void => {
  for (const link of listIncoming(session.model, type, 'ghost'))
    for (const record of listLinking(session, link, new Set(ids), new Map()))
      session.tables.declared.of(link.type.plural).put({ ...record, [link.attribute]: GHOST_ID })
}

/** C14.2: changes the records that link to records which a store deletes next. @throws CONFLICT. */
export const changeLinked = (session: MemorySession, given: MemoryDeletion): void => {
  const deletion = { ...given, type: session.model.typeNamed(given.type.name) }
  const deleted = collectDeleted(session, deletion)
  refuseLinked(session, deletion, deleted)
  if (isUnchecked(session, deletion, deleted)) throw tooManyToCheck(deletion.type)
  clearLinks(session, findCleared(session, deleted))
  deleteLinking(session, deletion, deleted)
  leaveToGhost(session, deletion)
}
