import { canRefuseBehind } from '../../../model/links/cascades.ts'
import { listIncoming, type IncomingLink } from '../../../model/links/incoming-links.ts'
import { MOST_CHECKED } from '../../../model/links/linked-conflict.ts'
import type { ContentModel } from '../../../model/content-model.ts'
import type { RecordType } from '../../../model/record-type.ts'
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

/** The id of a link, or the ids of a list of links. */
export const getIds = (record: StoredRecord, { attribute, isMany }: IncomingLink): readonly Id[] =>
  (isMany ? (record[attribute] ?? []) : [record[attribute]]) as readonly Id[]

/** The records that stay and have links with this effect to deleted ones. */
export const listLinking = (
  { tables, model }: Content,
  deleted: Deleted,
  onDelete: IncomingLink['onDelete'],
): readonly Linking[] =>
  [...deleted].flatMap(([to, gone]) =>
    listIncoming(model, to, onDelete).flatMap((link) =>
      tables
        .of(link.type.plural)
        .where((record) => getIds(record, link).some((id) => gone.has(id)))
        .filter(({ id }) => !deleted.get(link.type)?.has(id))
        .map((record) => ({ link, record, gone })),
    ),
  )

const getOrAdd = <Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value => {
  const value = map.get(key) ?? make()
  map.set(key, value)
  return value
}

/** The records with a link, by the id to which it leads. */
const groupLinking = ({ tables }: Content, link: IncomingLink): ReadonlyMap<Id, readonly Id[]> => {
  const linking = new Map<Id, Id[]>()
  for (const record of tables.of(link.type.plural).values())
    for (const to of getIds(record, link)) getOrAdd(linking, to, () => []).push(record.id)
  return linking
}

/** The records that are deleted, and those that are deleted with them, at any distance, in the order of the distance. */
export const collectDeleted = (content: Content, { type, ids }: Deletion): Deleted => {
  const deleted = new Map([[type, new Set(ids)]])
  const cascades = new Map<RecordType, readonly (readonly [RecordType, ReadonlyMap<Id, readonly Id[]>])[]>()
  const listCascades = (to: RecordType) =>
    getOrAdd(cascades, to, () =>
      listIncoming(content.model, to, 'cascade').map((link) => [link.type, groupLinking(content, link)]),
    )
  const found = ids.map((id): readonly [RecordType, Id] => [type, id])
  for (const [to, id] of found)
    for (const [from, linking] of listCascades(to))
      for (const next of linking.get(id) ?? []) {
        const known = getOrAdd(deleted, from, () => new Set())
        if (!known.has(next)) found.push([from, next])
        known.add(next)
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
