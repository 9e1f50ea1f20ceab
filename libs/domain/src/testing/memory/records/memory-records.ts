import { omitLinkedFacts } from '../../../access/linked-facts.ts'
import type { Change } from '../../../events/domain-event.ts'
import { withComputed } from '../../../model/computed/computed-values.ts'
import { GUEST_NOTE } from '../../../model/guests/guest-note.ts'
import { isKnown } from '../../../model/fields/known-values.ts'
import { SCHEDULED_FOR } from '../../../model/states/schedule.ts'
import { listOutgoing } from '../../../model/links/outgoing-links.ts'
import { DELETED_AT, isInTrash } from '../../../model/trash/trash.ts'
import type { RecordId } from '../../../model/fields/field.ts'
import type { AnyRecord } from '../../../model/types/record-changes.ts'
import type {
  DueRecord,
  DueTrash,
  Purged,
  ReadableFilter,
  RecordStore,
} from '../../../model/types/record-store.ts'
import type { RecordType } from '../../../model/types/record-type.ts'
import { listUniqueKeys, REF_KEY, refuseTaken, type UniqueKey } from '../../../model/unique-keys.ts'
import { badValue, ContentError } from '../../../rules/errors.ts'
import type { MemorySession } from '../memory-session.ts'
import type { MemoryTable } from '../memory-table.ts'
import { nextUuid, toRow, type Id, type StoredRecord } from '../memory-tables.ts'
import { RecordedRows } from '../recorded-rows.ts'
import type { Keeping } from '../../../model/revisions/revision.ts'
import { changeLinked, listEventFacts } from './linked-records.ts'
import { addLike, addViews, dropLikes, removeLike } from './memory-likes.ts'
import { dropDrafts } from './memory-drafts.ts'
import { dropSlugs, fillSlugs, giveSlug } from './memory-slugs.ts'
import { dropRevisions, findRevision, keepRevision } from './memory-revisions.ts'
import { readOutgoingIds } from '../../../model/links/cleared-links.ts'

type Finish<R> = (change: { readonly before: R; readonly after: R }) => void

/** What a write of records knows beside them. */
interface Writing {
  /** The facts of linked records that decisions and events get (`nameLinkedFact`). */
  readonly facts?: readonly string[] | undefined
  /** C17.1: the verb of the event of a change. */
  readonly event?: string | undefined
  readonly readable?: ReadableFilter | undefined
}

/** Letter case makes no difference. */
const toKey = (value: unknown): unknown =>
  value instanceof Date ? value.getTime() : String(value).toLowerCase()

/** The records of one content type: its declaration says what else a write checks, changes and records. */
export class MemoryRecords<R extends { readonly id: Id }> extends RecordedRows<R> {
  readonly #type: RecordType
  readonly #writing: Writing

  constructor(session: MemorySession, { name }: RecordType, writing: Writing = {}) {
    const type = session.model.typeNamed(name)
    // The table of a type has its records.
    super(session, type.plural, session.tables.of(type.plural) as unknown as MemoryTable<R, R['id']>)
    this.#type = type
    this.#writing = writing
  }

  /** C15.17: a record that the declaration does not know is no record for this store. */
  override find(id: R['id']): R | null {
    const record = this.table.get(id)
    if (record === undefined || !isKnown(this.#type, record)) return null
    return this.session.reader.withFields(this.#type.plural, record, this.#writing.facts ?? [])
  }

  override put(record: R): R {
    const named = giveSlug(this.session, this.#type, null, record)
    const added = super.put(withComputed(this.#type, named.record))
    named.take()
    return added
  }

  override change(id: R['id'], decide: (current: R) => R, finish?: Finish<R>): R | null {
    let take = (): void => undefined
    const decideAll = (current: R): R => {
      const named = giveSlug(this.session, this.#type, current, decide(current))
      take = named.take
      return withComputed(this.#type, named.record)
    }
    const changed = super.change(id, decideAll, finish)
    take()
    return changed
  }

  /** `change` that can keep the version before. */
  changeKeeping(id: R['id'], decide: (current: R) => R, keeping: Keeping | undefined): R | null {
    return this.change(id, decide, (change) => {
      if (keeping) keepRevision(this.session, this.#type, change, keeping)
    })
  }

  override removeAll(records: readonly R[], finish?: () => void): void {
    const deletion = { type: this.#type, ids: records.map(({ id }) => id) }
    changeLinked(this.session, deletion, this.#writing.readable)
    dropRevisions(this.session, this.#type, deletion.ids)
    dropDrafts(this.session, this.#type, deletion.ids)
    dropLikes(this.session, this.#type, deletion.ids)
    dropSlugs(this.session, this.#type, deletion.ids)
    super.removeAll(records, finish)
  }

  protected override keep(record: R): void {
    const kept = omitLinkedFacts(record)
    for (const key of listUniqueKeys(this.#type)) if (this.#isTaken(kept, key)) throw this.refuse(key)
    if (this.#isTaken(kept, REF_KEY, (ref) => ref)) throw this.refuse(REF_KEY)
    // As a database: an index refuses a row before its foreign keys do.
    this.#checkLinks(kept)
    this.table.put(kept)
  }

  protected override record(changes: readonly Change<R>[]): void {
    const { event } = this.#writing
    this.session.recordChanges(
      this.#type.plural,
      changes.map((change) => ({ ...change, event })),
    )
  }

  /** The refusal of values that another record has. */
  protected refuse(key: UniqueKey): ContentError {
    return refuseTaken(this.#type, key)
  }

  #checkLinks(record: R): void {
    for (const link of listOutgoing(this.#type))
      for (const id of link.isOwner ? [] : readOutgoingIds(this.#type, link, toRow(record)))
        if (!this.session.tables.of(link.to.plural).has(id as Id))
          throw badValue([link.attribute], `there is no ${link.to.word} with this id`)
  }

  /** Null is equal to nothing. */
  #isTaken(record: R, { attributes }: UniqueKey, toCompared = toKey): boolean {
    const read = (from: R) => attributes.map((name) => toRow(from)[name] ?? null)
    const wanted = read(record)
    if (wanted.includes(null)) return false
    const keys = wanted.map(toCompared)
    const isAlike = (other: R): boolean =>
      other.id !== record.id && read(other).every((value, place) => toCompared(value) === keys[place])
    return this.table.find(isAlike) !== null
  }
}

/** C14.3: erases the oldest records that guests created. */
const purgeGuestRecords = (session: MemorySession, type: RecordType, createdBy: Date, atMost: number) => {
  const readTime = (record: StoredRecord): number => Number(record[GUEST_NOTE] ?? NaN)
  const old = session.tables
    .of(type.plural)
    .where((record) => readTime(record) <= createdBy.getTime())
    .toSorted((one, other) => readTime(one) - readTime(other))
    .slice(0, atMost)
  const records = new MemoryRecords(session, type, { facts: listEventFacts(session, type) })
  for (const { id } of old) records.remove(id, () => undefined)
  return old.length
}

/** The time of the deletion of a record in the trash; NaN for another record. */
const readDeletionTime = (type: RecordType, record: StoredRecord): number => {
  if (!isInTrash(type, record)) return NaN
  return Number(record[type.trash?.state === null ? DELETED_AT : 'updatedAt'])
}

/** C4.3, C17.4. */
const purgeTrash = (session: MemorySession, type: RecordType, due: DueTrash): Purged => {
  const { deletedBefore, atMost, after } = due
  const old = session.tables
    .of(type.plural)
    .where((record) => readDeletionTime(type, record) < deletedBefore.getTime())
    .filter(({ id }) => after === null || String(id) > after)
    .toSorted((one, other) => (String(one.id) < String(other.id) ? -1 : 1))
    .slice(0, atMost)
  const records = new MemoryRecords(session, type)
  const isErased = ({ id }: StoredRecord): boolean => {
    try {
      return records.remove(id, () => undefined)
    } catch (error) {
      if (error instanceof ContentError && error.code === 'CONFLICT') return false
      throw error
    }
  }
  const count = old.filter(isErased).length
  return { count, last: old.length === atMost ? ((old.at(-1)?.id as RecordId | undefined) ?? null) : null }
}

/** C17.2: the records whose time has come, by turns between their owners. */
const findDue = (
  session: MemorySession,
  type: RecordType,
  now: Date,
  without: readonly Id[],
): readonly DueRecord[] => {
  const { ownerAttribute, plural } = type
  const readTime = (record: StoredRecord): number => Number(record[SCHEDULED_FOR] ?? NaN)
  const due = session.tables
    .of(plural)
    .where((record) => readTime(record) <= now.getTime() && isKnown(type, record))
    .filter(({ id }) => !without.includes(id))
    .toSorted((one, other) => readTime(one) - readTime(other))
  const byOwner = Map.groupBy(due, (record) => (ownerAttribute === null ? record.id : record[ownerAttribute]))
  return (
    [...byOwner.values()]
      .flatMap((own) => [...own.entries()])
      .toSorted(([one], [other]) => one - other)
      // The attributes of a type with a schedule.
      .map(([, record]) => {
        const ownerId = ownerAttribute === null ? null : record[ownerAttribute]
        return { id: record.id, scheduledBy: record['scheduledBy'], ownerId } as DueRecord
      })
  )
}

/** The store of a declared type. */
export const memoryRecords = (session: MemorySession, type: RecordType): RecordStore<AnyRecord> => {
  const records = (writing?: Writing) => new MemoryRecords<AnyRecord>(session, type, writing)
  const find = (id: RecordId, facts: readonly string[] = []) => records({ facts }).find(id)
  return {
    nextId: () => nextUuid(),
    add: async (record) => records().put(record),
    get: async (id) => records().find(id),
    change: async (id, decide, { facts, keeping, event } = {}) =>
      records({ facts, event }).changeKeeping(id, decide, keeping),
    changeAll: async (ids, decide, { facts, keeping, event } = {}) => {
      const found = [...new Set(ids)].flatMap((id) => find(id, facts) ?? [])
      return found.flatMap(
        (each) => records({ facts, event }).changeKeeping(each.id, decide, keeping?.(each)) ?? [],
      )
    },
    revision: async (id) => findRevision(session, type, id),
    remove: async (id, decide, removal) => records(removal).remove(id, decide),
    // One transaction runs at a time.
    lock: async () => undefined,
    lockDue: async (now, atMost, without = []) => findDue(session, type, now, without).slice(0, atMost),
    purgeGuestRecords: async (createdBy, atMost) => purgeGuestRecords(session, type, createdBy, atMost),
    fillSlugs: async (atMost) => fillSlugs(session, type, atMost),
    purgeTrash: async (due) => purgeTrash(session, type, due),
    like: async (id, liking) => addLike(session, type, { ...liking, record: find(id, liking.facts) }),
    unlike: async (id, liking) => removeLike(session, type, { ...liking, record: find(id, liking.facts) }),
    addViews: async (counts) => addViews(session, type, counts),
  }
}
