import type { Collection } from '../../../model/collections.ts'
import { isHideable } from '../../../model/fields/field.ts'
import { mapPartLinks } from '../../../model/links/part-links.ts'
import type { ReadableFilter } from '../../../model/types/record-store.ts'
import type { RecordType } from '../../../model/types/record-type.ts'
import type { DataExport } from '../../../personal-data/data-export.ts'
import type { ClaimedExport, ExportStore, PersonalRecord } from '../../../personal-data/export-store.ts'
import type { Row } from '../../../reading/reading.ts'
import type { UserId } from '../../../rules/ids.ts'
import type { MemoryData, MemorySession } from '../memory-session.ts'
import { type KeptExport, nextUuid } from '../memory-tables.ts'
import { changeClaimed, claimFirst } from './memory-claims.ts'

const toExport = ({ attempts: _, claimedUntil: __, parts: ___, ...made }: KeptExport): DataExport => made

/** The links of the record: null in the place of a link to a record that the person may not read, and shorter lists (C14.2). */
const showLinks = (
  { reader }: MemoryData,
  { attributes, links, manyLinks }: RecordType,
  record: Row,
  readable: ReadableFilter,
): Row => {
  const isReadable = (of: Collection, id: unknown): boolean =>
    reader.matching(of, readable(of), (row) => row['id'] === id).length > 0
  const hidden = links.filter(
    ({ attribute, field }) => isHideable(field) && !isReadable(field.to.plural, record[attribute]),
  )
  const lists = manyLinks.map(({ attribute, field }) => {
    const ids = record[attribute] as readonly unknown[]
    return [attribute, ids.filter((id) => isReadable(field.toMany.plural, id))]
  })
  const parts = mapPartLinks(attributes, record, ({ field, id }) =>
    isReadable(field.to.plural, id) ? id : null,
  )
  return { ...parts, ...Object.fromEntries([...hidden.map(({ attribute }) => [attribute, null]), ...lists]) }
}

/** The account of a person, and the records of which the person is the owner. */
async function* listRecords(
  data: MemoryData,
  user: UserId,
  readable: ReadableFilter,
): AsyncGenerator<PersonalRecord, void, undefined> {
  for (const type of data.model.types) {
    const owner = type.isNumbered ? 'id' : type.ownerAttribute
    const own = owner === null ? [] : data.tables.of(type.plural).where((record) => record[owner] === user)
    for (const record of own) yield { ...record, ...showLinks(data, type, record, readable), type: type.word }
  }
}

export const memoryExports = (session: MemorySession): ExportStore => {
  const { exports } = session.tables
  const change = (claimed: ClaimedExport, changes: (row: KeptExport) => Partial<KeptExport>): boolean =>
    changeClaimed(exports, claimed, (row) => (row.readyAt === null ? changes(row) : null))
  const show = (kept: KeptExport | undefined): DataExport | null => (kept ? toExport(kept) : null)
  const findNewest = (user: UserId) => show(exports.where({ userId: user }).at(-1))
  return {
    nextId: () => nextUuid(),
    request: async (wanted, isEnough) => {
      const newest = findNewest(wanted.userId)
      if (newest && isEnough(newest)) return newest
      exports.put({ ...wanted, attempts: 0, claimedUntil: null, parts: [] })
      session.recordWrite('users', wanted.userId)
      return wanted
    },
    newest: async (user) => findNewest(user),
    get: async (id) => show(exports.get(id)),
    claim: async (now, until) => {
      const claimed = claimFirst(exports, { now, until }, ({ readyAt }) => readyAt === null)
      if (claimed === null) return null
      const { id, userId, attempts } = exports.put({ ...claimed, parts: [] })
      return { id, userId, attempts }
    },
    records: (user, readable) => listRecords(session, user, readable),
    append: async (claimed, text, until) =>
      change(claimed, ({ parts }) => ({ claimedUntil: until, parts: [...parts, text] })),
    finish: async (claimed, times) => {
      const isDone = change(claimed, () => times)
      if (isDone) session.recordWrite('users', claimed.userId)
      return isDone
    },
    part: async (id, place) => exports.get(id)?.parts[place] ?? null,
    purge: async (expiredBy, forgotten) => {
      exports.remove(({ requestedAt }) => requestedAt < forgotten)
      exports.change(({ expiresAt }) => expiresAt !== null && expiresAt <= expiredBy, { parts: [] })
    },
  }
}
