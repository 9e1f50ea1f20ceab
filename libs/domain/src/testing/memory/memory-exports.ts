import type { DataExport, ExportId } from '../../personal-data/data-export.ts'
import type { ClaimedExport, ExportStore, PersonalRecord } from '../../personal-data/export-store.ts'
import type { UserId } from '../../ids.ts'
import { changeClaimed, claimFirst } from './memory-claims.ts'
import { MemoryStore } from './memory-store.ts'
import { nextUuid, type KeptExport, type MemoryTables } from './memory-tables.ts'

const toExport = ({ id, userId, requestedAt, readyAt, expiresAt }: KeptExport): DataExport => ({
  id,
  userId,
  requestedAt,
  readyAt,
  expiresAt,
})

async function* listRecords(
  { users, articles, comments }: MemoryTables,
  user: UserId,
): AsyncGenerator<PersonalRecord, void, undefined> {
  for (const account of users.where({ id: user })) yield { type: 'user', ...account }
  for (const article of articles.where({ ownerId: user })) yield { type: 'article', ...article }
  for (const comment of comments.where({ authorId: user })) yield { type: 'comment', ...comment }
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

  records(user: UserId): AsyncIterable<PersonalRecord> {
    return listRecords(this.tables, user)
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
