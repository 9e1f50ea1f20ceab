import type { DataExport, ExportId } from '../../personal-data/data-export.ts'
import type { ClaimedExport, ExportStore, PersonalRecord } from '../../personal-data/export-store.ts'
import type { UserId } from '../../ids.ts'
import type { MemorySession } from './memory-session.ts'
import { nextUuid, type KeptExport, type MemoryTables } from './memory-tables.ts'

const asExport = ({ id, userId, requestedAt, readyAt, expiresAt }: KeptExport): DataExport => ({
  id,
  userId,
  requestedAt,
  readyAt,
  expiresAt,
})

async function* recordsOf(
  tables: MemoryTables,
  user: UserId,
): AsyncGenerator<PersonalRecord, void, undefined> {
  const account = tables.users.get(user)
  if (account) yield { type: 'user', ...account }
  for (const article of tables.articles.values())
    if (article.ownerId === user) yield { type: 'article', ...article }
  for (const comment of tables.comments.values())
    if (comment.authorId === user) yield { type: 'comment', ...comment }
}

export class MemoryExportStore implements ExportStore {
  readonly #session: MemorySession

  constructor(session: MemorySession) {
    this.#session = session
  }

  nextId(): ExportId {
    return nextUuid<ExportId>()
  }

  async request(wanted: DataExport, isEnough: (newest: DataExport) => boolean): Promise<DataExport> {
    const newest = await this.newest(wanted.userId)
    if (newest && isEnough(newest)) return newest
    this.#exports.set(wanted.id, { ...wanted, attempts: 0, claimedUntil: null, parts: [] })
    this.#session.wrote('users', wanted.userId)
    return wanted
  }

  async newest(user: UserId): Promise<DataExport | null> {
    const own = [...this.#exports.values()].filter(({ userId }) => userId === user)
    const newest = own.at(-1)
    return newest ? asExport(newest) : null
  }

  async get(id: ExportId): Promise<DataExport | null> {
    const found = this.#exports.get(id)
    return found ? asExport(found) : null
  }

  async claim(now: Date, until: Date): Promise<ClaimedExport | null> {
    const due = [...this.#exports.values()].find(
      ({ readyAt, claimedUntil }) => readyAt === null && (claimedUntil === null || claimedUntil <= now),
    )
    if (due === undefined) return null
    const attempts = due.attempts + 1
    this.#exports.set(due.id, { ...due, attempts, claimedUntil: until, parts: [] })
    return { id: due.id, userId: due.userId, attempts }
  }

  records(user: UserId): AsyncIterable<PersonalRecord> {
    return recordsOf(this.#session.tables, user)
  }

  async append(claimed: ClaimedExport, text: string, until: Date): Promise<boolean> {
    const current = this.#claimedBy(claimed)
    if (current)
      this.#exports.set(claimed.id, { ...current, claimedUntil: until, parts: [...current.parts, text] })
    return current !== null
  }

  async finish(claimed: ClaimedExport, times: Record<'readyAt' | 'expiresAt', Date>): Promise<boolean> {
    const current = this.#claimedBy(claimed)
    if (current === null) return false
    this.#exports.set(claimed.id, { ...current, ...times })
    this.#session.wrote('users', claimed.userId)
    return true
  }

  async part(id: ExportId, place: number): Promise<string | null> {
    return this.#exports.get(id)?.parts[place] ?? null
  }

  async purge(expiredBy: Date, forgotten: Date): Promise<void> {
    for (const each of this.#exports.values()) {
      if (each.requestedAt < forgotten) this.#exports.delete(each.id)
      else if (each.expiresAt && each.expiresAt <= expiredBy)
        this.#exports.set(each.id, { ...each, parts: [] })
    }
  }

  get #exports(): MemoryTables['exports'] {
    return this.#session.tables.exports
  }

  #claimedBy({ id, attempts }: ClaimedExport): KeptExport | null {
    const current = this.#exports.get(id)
    return current && current.attempts === attempts && current.readyAt === null ? current : null
  }
}
