import { canRefuseBehind } from '../../../model/links/cascades.ts'
import { listIncoming, type IncomingLink } from '../../../model/links/incoming-links.ts'
import { readOutgoingIds } from '../../../model/links/cleared-links.ts'
import { MOST_CHECKED } from '../../../model/links/linked-conflict.ts'
import type { ContentModel } from '../../../model/content-model.ts'
import type { RecordType } from '../../../model/types/record-type.ts'
import type { Id, MemoryTables, StoredRecord } from '../memory-tables.ts'

/** The ids of deleted records, by their types. */
export type Deleted = ReadonlyMap<RecordType, ReadonlySet<Id>>

export interface Content {
  readonly tables: MemoryTables
  readonly model: ContentModel
}

/** Records of one type that are deleted. */
export interface Deletion {
  readonly type: RecordType
  readonly ids: readonly Id[]
}

/** A record that stays, and its link to deleted records. */
interface Linking {
  readonly link: IncomingLink
  readonly record: StoredRecord
  readonly gone: ReadonlySet<Id>
}

/** The records that stay and have links with this effect to the records that are `gone`. */
export const listLinking = (
  { tables, model }: Content,
  deleted: Deleted,
  onDelete: IncomingLink['onDelete'],
  gone = deleted,
): readonly Linking[] =>
  [...gone].flatMap(([to, ids]) =>
    listIncoming(model, to, onDelete).flatMap((link) =>
      tables
        .of(link.type.plural)
        .where((record) => readOutgoingIds(link.type, link, record).some((id) => ids.has(id as Id)))
        .filter(({ id }) => !deleted.get(link.type)?.has(id))
        .map((record) => ({ link, record, gone: ids })),
    ),
  )

/** The records that are deleted, and those that are deleted with them, at any distance. */
export const collectDeleted = (content: Content, { type, ids }: Deletion): Deleted => {
  const deleted = new Map([[type, new Set(ids)]])
  let nearest: Deleted = new Map(deleted)
  while (nearest.size > 0) {
    const next = Map.groupBy(listLinking(content, deleted, 'cascade', nearest), ({ link }) => link.type)
    nearest = new Map([...next].map(([from, found]) => [from, new Set(found.map(({ record }) => record.id))]))
    for (const [from, found] of nearest) deleted.set(from, new Set([...(deleted.get(from) ?? []), ...found]))
  }
  return deleted
}

/** C15.15: whether a record may refuse that the request of a deletion does not look at. */
export const isUnchecked = ({ model }: Content, { type, ids }: Deletion, deleted: Deleted): boolean => {
  const found = [...deleted.values()].reduce((sum, { size }) => sum + size, 0) - ids.length
  return found > MOST_CHECKED && canRefuseBehind(model, type)
}

/** C12.8: whether the deletion of a record is refused. */
export const isDeletionRefused = (content: Content, type: RecordType, id: Id): boolean => {
  const deletion = { type, ids: [id] }
  const deleted = collectDeleted(content, deletion)
  return listLinking(content, deleted, 'refuse').length > 0 || isUnchecked(content, deletion, deleted)
}
