import type { RecordType } from '@content-service/domain'
import {
  hasToBeFound,
  listIncoming,
  MOST_LINKED,
  tooManyLinked,
  type IncomingLink,
  type ReadableFilter,
} from '@content-service/domain/model'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import type { StoreSession } from '../../session/store-session.ts'
import { findRows } from '../../sql.ts'
import { leadsToAny } from './joining-table.ts'
import { LinkedRows, type Id } from './linked-rows.ts'
import { refuseLinked } from './refuse-linked.ts'

/** The records of one type that are deleted. */
export interface Deletion {
  readonly type: RecordType
  readonly ids: readonly Id[]
  /** The records that the caller may read; the message of a refusal names no others. */
  readonly readable?: ReadableFilter | undefined
  /** The service deletes the records in any case, however many others link to them. */
  readonly isPurge?: true
}

/** C14.2: what a deletion does to the records that link to the deleted ones, in the transaction of the deletion. */
class LinkedRecords {
  readonly #em: SqlEntityManager
  readonly #session: StoreSession
  readonly #deletion: Deletion
  readonly #rows: LinkedRows
  readonly #deleted = new Map<RecordType, Set<Id>>()
  #changes = 0

  constructor(em: SqlEntityManager, session: StoreSession, deletion: Deletion) {
    this.#em = em
    this.#session = session
    this.#deletion = deletion
    this.#rows = new LinkedRows(em, session)
  }

  async run(): Promise<void> {
    const { type, ids } = this.#deletion
    await this.#collect(type, ids)
    await refuseLinked(this.#em, this.#session.tables, { ...this.#deletion, deleted: this.#deleted })
    await this.#clear()
    await this.#delete()
  }

  /** Notes the records of a type that are deleted, and those that are deleted with them, at any distance. */
  async #collect(type: RecordType, ids: readonly Id[]): Promise<void> {
    const known = this.#deleted.get(type) ?? new Set()
    this.#deleted.set(type, known)
    for (const id of ids) known.add(id)
    for (const link of this.#listIncoming(type, 'cascade').filter(({ type: from }) =>
      hasToBeFound(this.#session.tables.model, from),
    )) {
      const found = await this.#findLinking(link, ids)
      this.#count(found.length)
      if (found.length > 0) await this.#collect(link.type, found)
    }
  }

  #listIncoming(type: RecordType, onDelete: 'cascade' | 'clear'): readonly IncomingLink[] {
    return listIncoming(this.#session.tables.model, type, onDelete)
  }

  /** Locks the records with the link to one of these records that are not deleted, and returns their ids. */
  async #findLinking(link: IncomingLink, ids: readonly Id[]): Promise<readonly Id[]> {
    const { type } = link
    const limit = this.#isLimited ? sql` limit ${MOST_LINKED + 1}` : sql``
    const rows = await findRows(
      this.#em,
      sql<{ id: Id }>`select id from ${sql.table(type.plural)} t0
        where ${leadsToAny(link, 't0', ids)} order by id${limit} for update`,
    )
    return rows.map(({ id }) => id).filter((id) => !this.#deleted.get(type)?.has(id))
  }

  #count(changes: number): void {
    this.#changes += changes
    if (this.#isLimited && this.#changes > MOST_LINKED) throw tooManyLinked(this.#deletion.type)
  }

  /** The service deletes users, articles and comments in any case, and so it does in a purge. */
  get #isLimited(): boolean {
    return this.#deletion.type.custom === null && this.#deletion.isPurge !== true
  }

  /** A record with several links to deleted records gets one new version. */
  async #clear(): Promise<void> {
    for (const [type, links] of await this.#findCleared()) {
      const byLinks = Map.groupBy(links, ([, cleared]) => cleared.map(({ attribute }) => attribute).join())
      for (const records of byLinks.values()) {
        const cleared = (records[0]?.[1] ?? []).map((link) => ({ link, gone: this.#listDeleted(link) }))
        await this.#rows.clear(
          type,
          cleared,
          records.map(([id]) => id),
        )
      }
    }
  }

  /** The deleted records to which a link can lead. */
  #listDeleted({ to }: IncomingLink): readonly Id[] {
    return [...(this.#deleted.get(this.#session.tables.model.typeNamed(to.name)) ?? [])]
  }

  /** The links to clear, by types and records. */
  async #findCleared(): Promise<ReadonlyMap<RecordType, ReadonlyMap<Id, readonly IncomingLink[]>>> {
    const cleared = new Map<RecordType, Map<Id, readonly IncomingLink[]>>()
    for (const [to, deleted] of this.#deleted)
      for (const link of this.#listIncoming(to, 'clear')) {
        const links = cleared.get(link.type) ?? new Map<Id, readonly IncomingLink[]>()
        cleared.set(link.type, links)
        const linking = await this.#findLinking(link, [...deleted])
        this.#count(linking.filter((id) => !links.has(id)).length)
        for (const id of linking) links.set(id, [...(links.get(id) ?? []), link])
      }
    return cleared
  }

  /** Deletes the linking records before the records to which they link. The caller deletes the first ones. */
  async #delete(): Promise<void> {
    const { type: first, ids: firstIds } = this.#deletion
    for (const type of this.#session.tables.model.linkedFirst.toReversed()) {
      const ids = new Set(this.#deleted.get(type))
      if (type === first) for (const id of firstIds) ids.delete(id)
      // The database deletes the comments of an article, whose deletion makes no events.
      if (ids.size > 0 && type.custom === null) await this.#rows.delete(type, [...ids])
    }
  }
}

/**
 * C14.2: changes the records that link to records which the transaction deletes next. The deleted records are locked, so
 * that no new link leads to them. @throws CONFLICT.
 */
export const changeLinked = (
  em: SqlEntityManager,
  session: StoreSession,
  deletion: Deletion,
): Promise<void> => {
  const type = session.tables.model.typeNamed(deletion.type.name)
  return new LinkedRecords(em, session, { ...deletion, type }).run()
}
