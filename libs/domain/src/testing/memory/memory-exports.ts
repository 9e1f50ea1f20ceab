import { holds } from '@content-service/authz'
import type { DataExport, ExportId } from '../../personal-data/data-export.ts'
import type { ClaimedExport, ExportStore, PersonalRecord } from '../../personal-data/export-store.ts'
import type { UserId } from '../../rules/ids.ts'
import type { Collection } from '../../model/collections.ts'
import { isHideable } from '../../model/field.ts'
import type { ManyLink } from '../../model/links/many-links.ts'
import type { ReadableFilter } from '../../model/record-store.ts'
import type { RecordLink } from '../../model/record-attributes.ts'
import type { RecordType } from '../../model/record-type.ts'
import type { Row } from '../../reading/reading.ts'
import { changeClaimed, claimFirst } from './memory-claims.ts'
import type { MemorySession } from './memory-session.ts'
import { MemoryStore } from './memory-store.ts'
import { nextUuid, type KeptExport } from './memory-tables.ts'

const toExport = ({ id, userId, requestedAt, readyAt, expiresAt }: KeptExport): DataExport => ({
  id,
  userId,
  requestedAt,
  readyAt,
  expiresAt,
})

/** The record with null in the place of each link to a record that the person may not read, and shorter lists (C14.2). */
const hideLinks = (
  { tables, model }: MemorySession,
  { links, manyLinks }: RecordType,
  record: Row,
  readable: ReadableFilter,
): Row => {
  const isReadable = (of: Collection, wanted: unknown): boolean => {
    const linked = tables.rows(of, model).find(({ id }) => id === wanted)
    return linked !== undefined && holds(readable(of), linked)
  }
  const isHidden = ({ attribute, field }: RecordLink): boolean =>
    isHideable(field) && !isReadable(field.to.plural, record[attribute])
  const showIds = ({ attribute, field }: ManyLink): readonly unknown[] =>
    (record[attribute] as readonly unknown[]).filter((id) => isReadable(field.toMany.plural, id))
  return {
    ...record,
    ...Object.fromEntries(links.filter(isHidden).map(({ attribute }) => [attribute, null])),
    ...Object.fromEntries(manyLinks.map((link) => [link.attribute, showIds(link)])),
  }
}

/** The account of a person, and the records of which the person is the owner. */
async function* listRecords(
  session: MemorySession,
  user: UserId,
  readable: ReadableFilter,
): AsyncGenerator<PersonalRecord, void, undefined> {
  const { tables, model } = session
  for (const type of model.types) {
    const owner = type.isNumbered ? 'id' : type.ownerAttribute
    for (const record of tables.rows(type.plural, model))
      if (owner !== null && record[owner] === user)
        yield { ...hideLinks(session, type, record, readable), type: type.word }
  }
}

export class MemoryExportStore extends MemoryStore implements ExportStore {
  nextId(): ExportId {
    return nextUuid<ExportId>()
  }

  async request(wanted: DataExport, isEnough: (newest: DataExport) => boolean): Promise<DataExport> {
    const newest = await this.newest(wanted.userId)
    if (newest && isEnough(newest)) return newest
    this.tables.exports.put({ ...wanted, attempts: 0, claimedUntil: null, parts: [] })
    this.session.recordWrite('users', wanted.userId)
    return wanted
  }

  async newest(user: UserId): Promise<DataExport | null> {
    const newest = this.tables.exports.where({ userId: user }).at(-1)
    return newest ? toExport(newest) : null
  }

  async get(id: ExportId): Promise<DataExport | null> {
    const found = this.tables.exports.get(id)
    return found ? toExport(found) : null
  }

  async claim(now: Date, until: Date): Promise<ClaimedExport | null> {
    const claimed = claimFirst(this.tables.exports, { now, until }, ({ readyAt }) => readyAt === null)
    if (claimed === null) return null
    const { id, userId, attempts } = this.tables.exports.put({ ...claimed, parts: [] })
    return { id, userId, attempts }
  }

  records(user: UserId, readable: ReadableFilter): AsyncIterable<PersonalRecord> {
    return listRecords(this.session, user, readable)
  }

  async append(claimed: ClaimedExport, text: string, until: Date): Promise<boolean> {
    return this.#change(claimed, ({ parts }) => ({ claimedUntil: until, parts: [...parts, text] }))
  }

  async finish(claimed: ClaimedExport, times: Record<'readyAt' | 'expiresAt', Date>): Promise<boolean> {
    const isDone = this.#change(claimed, () => times)
    if (isDone) this.session.recordWrite('users', claimed.userId)
    return isDone
  }

  async part(id: ExportId, place: number): Promise<string | null> {
    return this.tables.exports.get(id)?.parts[place] ?? null
  }

  async purge(expiredBy: Date, forgotten: Date): Promise<void> {
    this.tables.exports.remove(({ requestedAt }) => requestedAt < forgotten)
    this.tables.exports.change(({ expiresAt }) => expiresAt !== null && expiresAt <= expiredBy, { parts: [] })
  }

  #change(claimed: ClaimedExport, changes: (row: KeptExport) => Partial<KeptExport>): boolean {
    return changeClaimed(this.tables.exports, claimed, (row) => (row.readyAt === null ? changes(row) : null))
  }
}
