import { LARGEST_COUNT } from '../../../model/fields/largest-count.ts'
import { LIKES, VIEWS } from '../../../model/counters/counters.ts'
import { findLikes } from '../../../model/counters/liked-by.ts'
import type { AnyRecord } from '../../../model/types/record-changes.ts'
import type { Liking } from '../../../model/types/record-store.ts'
import type { RecordType } from '../../../model/types/record-type.ts'
import { recordNotFound } from '../../../rules/errors.ts'
import type { RecordId } from '../../../model/fields/field.ts'
import type { UserId } from '../../../rules/ids.ts'
import type { MemorySession } from '../memory-session.ts'
import { toRow, type Id, type MemoryTables } from '../memory-tables.ts'

/** Adds to a counter of the records with these ids, without a new version. */
const count = (
  tables: MemoryTables,
  { plural }: RecordType,
  counter: typeof LIKES | typeof VIEWS,
  amounts: ReadonlyMap<Id, number>,
): void => {
  for (const [id, amount] of amounts)
    tables.of(plural).change({ id }, (record) => ({
      [counter]: Math.min(Number(record[counter]) + amount, LARGEST_COUNT),
    }))
}

/** A like of a record; null in the place of a record that does not exist. */
interface MemoryLike extends Liking<AnyRecord> {
  readonly record: AnyRecord | null
}

/** Asks the decision about a like, and makes the entry of the audit log. @throws NOT_FOUND. */
const decideLike = (session: MemorySession, type: RecordType, { record, decide }: MemoryLike): AnyRecord => {
  if (record === null) throw recordNotFound(type)
  decide?.(record)
  session.recordWrite(type.plural, record.id)
  return record
}

/** The pairs of a type with this id of a record, or this user. */
const matchPairs = (type: RecordType, { id, user }: { readonly id?: Id; readonly user?: UserId }) => ({
  ...(id !== undefined && { [findLikes(type).attribute]: id }),
  ...(user !== undefined && { userId: user }),
  ...(type.custom === null && { type: type.name }),
})

export const addLike = (
  session: MemorySession,
  type: RecordType,
  liking: MemoryLike & { readonly at: Date },
): AnyRecord => {
  const record = decideLike(session, type, liking)
  const pairs = session.tables.of(findLikes(type).collection)
  const pair = matchPairs(type, { id: record.id, user: liking.user })
  if (pairs.find(pair)) return record
  // The table of the pairs knows their key.
  pairs.put({ ...pair, createdAt: liking.at } as never)
  count(session.tables, type, LIKES, new Map([[record.id, 1]]))
  return record
}

export const removeLike = (session: MemorySession, type: RecordType, liking: MemoryLike): AnyRecord => {
  const record = decideLike(session, type, liking)
  const removed = session.tables
    .of(findLikes(type).collection)
    .remove(matchPairs(type, { id: record.id, user: liking.user }))
  count(session.tables, type, LIKES, new Map([[record.id, -removed.length]]))
  return record
}

export const addViews = (
  { tables }: MemorySession,
  type: RecordType,
  counts: ReadonlyMap<RecordId, number>,
): void => count(tables, type, VIEWS, counts)

/** C3.5: the likes of a deleted user, in all types. */
export const takeBackLikes = ({ tables, model }: MemorySession, user: UserId): void => {
  for (const type of model.types.filter(({ takesLikes }) => takesLikes)) {
    const { collection, attribute } = findLikes(type)
    for (const pair of tables.of(collection).remove(matchPairs(type, { user })))
      count(tables, type, LIKES, new Map([[toRow(pair)[attribute] as Id, -1]]))
  }
}

/** The likes of deleted records go with them. */
export const dropLikes = ({ tables }: MemorySession, type: RecordType, ids: readonly Id[]): void => {
  if (!type.takesLikes) return
  for (const id of ids) tables.of(findLikes(type).collection).remove(matchPairs(type, { id }))
}

/** The records of a type with a wrong number of likes. */
export const countMiscounted = (tables: MemoryTables, type: RecordType): number => {
  if (!type.takesLikes) return 0
  const pairs = tables.of(findLikes(type).collection)
  return tables
    .of(type.plural)
    .where((record) => pairs.where(matchPairs(type, { id: record.id })).length !== record[LIKES]).length
}
