import type { RecordType, UserId } from '@content-service/domain'
import { deriveEvents, getChangedRecord, type Change } from '@content-service/domain/events'
import {
  listIncoming,
  MOST_LINKED,
  tooManyLinked,
  withValues,
  type AnyRecord,
  type IncomingLink,
  type ReadableFilter,
} from '@content-service/domain/model'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { toSnakeCase } from '../rows.ts'
import { appendRecorded } from '../session/recorded-rows.ts'
import type { StoreSession } from '../session/store-session.ts'
import { execute, findRows } from '../sql.ts'
import { refuseLinked } from './refuse-linked.ts'

type Id = AnyRecord['id'] | UserId

/** The records of one type that are deleted. */
export interface Deletion {
  readonly type: RecordType
  readonly ids: readonly Id[]
  /** The records that the caller may read; the message of a refusal names no others. */
  readonly readable?: ReadableFilter | undefined
}

const AT_ONCE = 1_000

const chunk = <Value>(values: readonly Value[]): readonly (readonly Value[])[] =>
  Array.from({ length: Math.ceil(values.length / AT_ONCE) }, (_, place) =>
    values.slice(place * AT_ONCE, (place + 1) * AT_ONCE),
  )

/** C14.2: what a deletion does to the records that link to the deleted ones, in the transaction of the deletion. */
class LinkedRecords {
  readonly #em: SqlEntityManager
  readonly #session: StoreSession
  readonly #deletion: Deletion
  readonly #deleted = new Map<RecordType, Set<Id>>()
  #changes = 0

  constructor(em: SqlEntityManager, session: StoreSession, deletion: Deletion) {
    this.#em = em
    this.#session = session
    this.#deletion = deletion
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
    for (const link of this.#listIncoming(type, 'cascade')) {
      const found = await this.#findLinking(link, ids)
      if (found.length > 0) await this.#collect(link.type, found)
    }
  }

  #listIncoming(type: RecordType, onDelete: 'cascade' | 'clear'): readonly IncomingLink[] {
    return listIncoming(this.#session.tables.model, type, onDelete)
  }

  /** Locks the records with the link to one of these records that are not deleted, and returns their ids. */
  async #findLinking({ type, attribute }: IncomingLink, ids: readonly Id[]): Promise<readonly Id[]> {
    const limit = this.#isLimited ? sql` limit ${MOST_LINKED + 1}` : sql``
    const rows = await findRows(
      this.#em,
      sql<{ id: Id }>`select id from ${sql.table(type.plural)}
        where ${sql.ref(toSnakeCase(attribute))} = any(${ids}) order by id${limit} for update`,
    )
    const found = rows.map(({ id }) => id).filter((id) => !this.#deleted.get(type)?.has(id))
    this.#changes += found.length
    if (this.#isLimited && this.#changes > MOST_LINKED) throw tooManyLinked(this.#deletion.type)
    return found
  }

  /** The service deletes users, articles and comments in any case. */
  get #isLimited(): boolean {
    return this.#deletion.type.custom === null
  }

  /** A record with several links to deleted records gets one new version. */
  async #clear(): Promise<void> {
    for (const [type, links] of await this.#findCleared()) {
      const byLinks = Map.groupBy(links.keys(), (id) => (links.get(id) ?? []).join())
      for (const [names, ids] of byLinks)
        for (const part of chunk(ids)) await this.#clearRows(type, names.split(','), part)
    }
  }

  /** The attributes of the links to clear, by types and records. */
  async #findCleared(): Promise<ReadonlyMap<RecordType, ReadonlyMap<Id, readonly string[]>>> {
    const cleared = new Map<RecordType, Map<Id, readonly string[]>>()
    for (const [to, deleted] of this.#deleted)
      for (const link of this.#listIncoming(to, 'clear')) {
        const links = cleared.get(link.type) ?? new Map<Id, readonly string[]>()
        cleared.set(link.type, links)
        for (const id of await this.#findLinking(link, [...deleted]))
          links.set(id, [...(links.get(id) ?? []), link.attribute])
      }
    return cleared
  }

  async #clearRows(type: RecordType, names: readonly string[], ids: readonly Id[]): Promise<void> {
    const now = this.#session.auditContext.at
    const rows = await this.#readRows(type, ids)
    const links = sql.join(names.map((name) => sql`${sql.ref(toSnakeCase(name))} = null`))
    await execute(
      this.#em,
      sql`update ${sql.table(type.plural)} set ${links}, updated_at = ${now}, version = version + 1
        where id = any(${ids})`,
    )
    const values = Object.fromEntries(names.map((name) => [name, null]))
    await this.#record(
      type,
      rows.map((before) => ({ before, after: withValues(before, values, now) })),
    )
  }

  /** Deletes the linking records before the records to which they link. The caller deletes the first ones. */
  async #delete(): Promise<void> {
    const { type: first, ids: firstIds } = this.#deletion
    for (const type of this.#session.tables.model.linkedFirst.toReversed()) {
      const ids = new Set(this.#deleted.get(type))
      if (type === first) for (const id of firstIds) ids.delete(id)
      // The database deletes the comments of an article, whose deletion makes no events.
      if (ids.size > 0 && type.custom === null) await this.#deleteRows(type, [...ids])
    }
  }

  async #deleteRows(type: RecordType, ids: readonly Id[]): Promise<void> {
    for (const part of chunk(ids)) {
      const rows = await this.#readRows(type, part)
      await this.#record(
        type,
        rows.map((before) => ({ before, after: null })),
      )
    }
    await execute(this.#em, sql`delete from ${sql.table(type.plural)} where id = any(${ids})`)
  }

  #readRows(type: RecordType, ids: readonly Id[]): Promise<readonly AnyRecord[]> {
    const { select } = this.#session.rowsOf(type)
    return findRows(this.#em, sql<AnyRecord>`${select} where id = any(${ids}) order by id`)
  }

  async #record({ plural }: RecordType, changes: readonly Change<AnyRecord>[]): Promise<void> {
    const entries = changes.map((change) => ({
      resource: plural,
      resourceId: String(getChangedRecord(change).id),
      decision: 'ALLOW' as const,
    }))
    const events = changes.flatMap((change) => deriveEvents(this.#session.tables.model, plural, change))
    await appendRecorded(this.#em, this.#session.auditContext, { entries, events })
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
