import { listIncoming, type IncomingLink } from '../../model/links/incoming-links.ts'
import { canRefuseBehind } from '../../model/links/cascades.ts'
import { MOST_CHECKED } from '../../model/links/linked-conflict.ts'
import type { RecordId } from '../../model/field.ts'
import type { AnyRecord } from '../../model/record-changes.ts'
import type { RecordType } from '../../model/record-type.ts'
import type { UserId } from '../../rules/ids.ts'
import type { MemorySession } from './memory-session.ts'

export type Id = RecordId | UserId
export type Deleted = ReadonlyMap<RecordType, ReadonlySet<Id>>
type Content = Pick<MemorySession, 'tables' | 'model'>

/** Records of one type that are deleted. */
interface Deletion {
  readonly type: RecordType
  readonly ids: readonly Id[]
}

const getValue = (record: AnyRecord, { attribute }: IncomingLink): unknown =>
  (record as unknown as Readonly<Record<string, unknown>>)[attribute]

/** The id of a link, or the ids of a list of links. */
export const getIds = (record: AnyRecord, link: IncomingLink): readonly Id[] => {
  const value = getValue(record, link)
  return (link.isMany ? (value ?? []) : [value]) as readonly Id[]
}

/** The records with the link to one of these records that are not deleted. */
export const listLinking = (
  { tables }: Content,
  link: IncomingLink,
  ids: ReadonlySet<Id>,
  deleted: Deleted,
): readonly AnyRecord[] =>
  tables.declared
    .of(link.type.plural)
    .where(
      (record) => getIds(record, link).some((id) => ids.has(id)) && !deleted.get(link.type)?.has(record.id),
    )

/** The records with a link, by the id to which it leads. */
const groupLinking = ({ tables }: Content, link: IncomingLink): ReadonlyMap<Id, readonly Id[]> => {
  const linking = new Map<Id, Id[]>()
  for (const record of tables.declared.of(link.type.plural).where(() => true))
    for (const to of getIds(record, link)) {
      const ids = linking.get(to) ?? []
      linking.set(to, ids)
      ids.push(record.id)
    }
  return linking
}

/** The records that are deleted, and those that are deleted with them, at any distance, in the order of the distance. */
export const collectDeleted = (content: Content, { type, ids }: Deletion): Deleted => {
  const deleted = new Map<RecordType, Set<Id>>([[type, new Set(ids)]])
  const linksTo = memoize((to: RecordType) =>
    listIncoming(content.model, to, 'cascade').map((link) => [link, groupLinking(content, link)] as const),
  )
  const found: [RecordType, Id][] = ids.map((id) => [type, id])
  for (const [to, id] of found)
    for (const [{ type: from }, linking] of linksTo(to))
      for (const next of linking.get(id) ?? []) if (addDeleted(deleted, from, next)) found.push([from, next])
  return deleted
}

const memoize = <Key, Value>(make: (key: Key) => Value): ((key: Key) => Value) => {
  const made = new Map<Key, Value>()
  return (key) => {
    const value = made.get(key) ?? make(key)
    made.set(key, value)
    return value
  }
}

const addDeleted = (deleted: Map<RecordType, Set<Id>>, type: RecordType, id: Id): boolean => {
  const ids = deleted.get(type) ?? new Set()
  deleted.set(type, ids)
  const isNew = !ids.has(id)
  ids.add(id)
  return isNew
}

/** C15.15: whether a record may refuse that the request of a deletion does not look at. */
export const isUnchecked = ({ model }: Content, { type, ids }: Deletion, deleted: Deleted): boolean => {
  const found = [...deleted.values()].reduce((sum, { size }) => sum + size, 0) - ids.length
  return found > MOST_CHECKED && canRefuseBehind(model, type)
}

/** The records that refuse a deletion, by types. */
export const listRefusing = (
  content: Content,
  deleted: Deleted,
): ReadonlyMap<RecordType, ReadonlySet<AnyRecord>> => {
  const linking = new Map<RecordType, Set<AnyRecord>>()
  for (const [to, ids] of deleted)
    for (const link of listIncoming(content.model, to, 'refuse')) {
      const records = linking.get(link.type) ?? new Set()
      linking.set(link.type, records)
      for (const record of listLinking(content, link, ids, deleted)) records.add(record)
    }
  return linking
}

/** C12.8: whether the deletion of a record is refused. */
export const isDeletionRefused = (content: Content, type: RecordType, id: Id): boolean => {
  const deletion = { type, ids: [id] }
  const deleted = collectDeleted(content, deletion)
  const isRefused = [...listRefusing(content, deleted).values()].some(({ size }) => size > 0)
  return isRefused || isUnchecked(content, deletion, deleted)
}
