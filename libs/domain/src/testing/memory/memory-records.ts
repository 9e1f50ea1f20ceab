import { omitLinkedFacts } from '../../access/linked-facts.ts'
import { badValue } from '../../rules/errors.ts'
import type { Change } from '../../events/domain-event.ts'
import { isLink, isOwner, type RecordId } from '../../model/field.ts'
import { GUEST_NOTE } from '../../model/guests/guest-note.ts'
import { isKnown } from '../../model/known-values.ts'
import type { AnyRecord } from '../../model/record-changes.ts'
import type { RecordStore, Removal } from '../../model/record-store.ts'
import type { RecordType } from '../../model/record-type.ts'
import { listUniqueKeys, REF_KEY, refuseTaken, type UniqueKey } from '../../model/unique-keys.ts'
import type { Row } from '../../reading/reading.ts'
import { listLinkedFacts } from '../../visibility/shown-records.ts'
import { changeLinked } from './memory-links.ts'
import { MemoryReader } from './memory-reader.ts'
import type { MemorySession } from './memory-session.ts'
import type { MemoryTable } from './memory-table.ts'
import { nextUuid, type MemoryTables } from './memory-tables.ts'

type Values = Readonly<Record<string, unknown>>

const toKey = (value: unknown): string | null => (value === null ? null : String(value).toLowerCase())

const isEqualKey = (one: unknown, other: unknown): boolean =>
  one instanceof Date ? Number(one) === Number(other) : toKey(one) === toKey(other)

/** The records of one declared type. */
export class MemoryRecordStore implements RecordStore<AnyRecord> {
  readonly #type: RecordType
  readonly #session: MemorySession
  readonly #tables: MemoryTables['declared']

  constructor(type: RecordType, session: MemorySession) {
    this.#type = type
    this.#session = session
    this.#tables = session.tables.declared
  }

  get #rows(): MemoryTable<AnyRecord, RecordId> {
    return this.#tables.of(this.#type.plural)
  }

  nextId(): RecordId {
    return nextUuid()
  }

  async add(record: AnyRecord): Promise<AnyRecord> {
    this.#check(record)
    this.#write(null, record)
    return record
  }

  async get(id: RecordId): Promise<AnyRecord | null> {
    return this.#find(id) ?? null
  }

  /** C15.17: a record that the declaration does not know is no record for this store. */
  #find(id: RecordId): AnyRecord | undefined {
    const record = this.#rows.get(id)
    return record && isKnown(this.#type, record) ? record : undefined
  }

  async change(
    id: RecordId,
    decide: (current: AnyRecord) => AnyRecord,
    facts: readonly string[] = [],
  ): Promise<AnyRecord | null> {
    const current = this.#find(id)
    if (current === undefined) return null
    const decided = decide(this.#withFacts(current, facts))
    const next = omitLinkedFacts(decided)
    this.#check(next)
    this.#write(current, next)
    return decided
  }

  #withFacts(record: AnyRecord, facts: readonly string[]): AnyRecord {
    const reader = new MemoryReader(this.#session.tables, this.#session.model)
    return { ...record, ...reader.readFields(this.#type.plural, record as unknown as Row, facts) }
  }

  async remove(
    id: RecordId,
    decide: (current: AnyRecord) => void,
    { readable, facts = [] }: Removal = {},
  ): Promise<boolean> {
    const current = this.#find(id)
    if (current === undefined) return false
    const before = this.#withFacts(current, facts)
    decide(before)
    changeLinked(this.#session, { type: this.#type, ids: [id], readable })
    this.#rows.delete(id)
    this.#session.recordChanges(this.#type.plural, { before, after: null })
    return true
  }

  async purgeGuestRecords(createdBy: Date, atMost: number): Promise<number> {
    const readNote = (record: AnyRecord) => (record as unknown as Values)[GUEST_NOTE]
    const isOld = (record: AnyRecord) => {
      const note = readNote(record)
      return note instanceof Date && note <= createdBy
    }
    const old = this.#rows
      .where(isOld)
      .toSorted((one, other) => Number(readNote(one)) - Number(readNote(other)))
      .slice(0, atMost)
    const { model } = this.#session
    const facts = listLinkedFacts({ model, policy: model.policy }, this.#type.permissions.read)
    for (const { id } of old) await this.remove(id, () => undefined, { facts })
    return old.length
  }

  #write(before: AnyRecord | null, after: AnyRecord): void {
    this.#rows.put(after)
    this.#session.recordChanges(this.#type.plural, { before, after } as Change<AnyRecord>)
  }

  #checkLists(record: AnyRecord): void {
    for (const { attribute, field } of this.#type.manyLinks)
      for (const id of ((record as unknown as Values)[attribute] ?? []) as readonly unknown[])
        if (!this.#session.tables.has(field.toMany.plural, id))
          throw badValue([attribute], `there is no ${field.toMany.word} with this id`)
  }

  #check(record: AnyRecord): void {
    this.#checkLists(record)
    for (const [name, field] of Object.entries(this.#type.attributes)) {
      const value = (record as unknown as Values)[name]
      if (
        isLink(field) &&
        !isOwner(field) &&
        value !== null &&
        !this.#session.tables.has(field.to.plural, value)
      )
        throw badValue([name], `there is no ${field.to.word} with this id`)
    }
    for (const key of listUniqueKeys(this.#type))
      if (this.#isTaken(record, key)) throw refuseTaken(this.#type, key)
    if (this.#isRefTaken(record)) throw refuseTaken(this.#type, REF_KEY)
  }

  /** Letter case makes a difference. */
  #isRefTaken({ id, ref = null }: AnyRecord): boolean {
    return ref !== null && this.#rows.find((other) => other.id !== id && other.ref === ref) !== null
  }

  /** Null is equal to nothing, and letter case makes no difference. */
  #isTaken(record: AnyRecord, { attributes }: UniqueKey): boolean {
    const read = (from: AnyRecord) => attributes.map((name) => (from as unknown as Values)[name] ?? null)
    const wanted = read(record)
    if (wanted.includes(null)) return false
    const isAlike = (other: AnyRecord): boolean =>
      other.id !== record.id && read(other).every((value, place) => isEqualKey(value, wanted[place]))
    return this.#rows.find(isAlike) !== null
  }
}
