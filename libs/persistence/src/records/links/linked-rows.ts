import type { RecordType } from '@content-service/domain'
import { deriveEvents, getChangedRecord, type Change } from '@content-service/domain/internal/events'
import {
  clearValues,
  hasLinks,
  isComposed,
  withValues,
  type AnyRecord,
  type Field,
  type IncomingLink,
  type LinkedId,
} from '@content-service/domain/internal/model'
import { listLinkedFacts } from '@content-service/domain/internal/visibility'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { deleteRecords } from '../removals/delete-records.ts'
import { toSnakeCase } from '../../statements/rows.ts'
import { appendRecorded } from '../../recording/recorded-rows.ts'
import type { StoreSession } from '../../session/store-session.ts'
import { execute, findRows, type Sql } from '../../statements/sql.ts'
import { removeLinks, removeLost } from '../../tables/joining-table.ts'
import { findColumnType } from '../../tables/record-columns.ts'
import type { Id } from '../../tables/record-id.ts'

const AT_ONCE = 1_000
/** A record can have 1 MiB of parts and JSON, which are in the memory, in its statement and in its event. */
const LONG_AT_ONCE = 20

/** The ids of the records that are in the memory at once. */
const chunk = ({ attributes }: RecordType, ids: readonly Id[]): readonly (readonly Id[])[] => {
  const size = Object.values(attributes).some(isComposed) ? LONG_AT_ONCE : AT_ONCE
  return Array.from({ length: Math.ceil(ids.length / size) }, (_, place) =>
    ids.slice(place * size, (place + 1) * size),
  )
}

/** A link to clear, and the records that it no longer leads to. */
export interface ClearedLink {
  readonly link: IncomingLink
  readonly gone: readonly Id[]
}

const pick = (record: object | null, names: readonly string[]): object =>
  Object.fromEntries(Object.entries(record ?? {}).filter(([name]) => names.includes(name)))

/** Writes the fields whose parts differ, with one statement. */
const writeParts = (type: RecordType, changes: readonly Change<AnyRecord>[]): Sql => {
  const names = Object.keys(type.attributes).filter((name) => hasLinks(type.attributes[name] as Field))
  const parts = names.filter((name) => findColumnType(type.attributes[name] as Field) === 'jsonb')
  const set = parts.map((name) => sql`${sql.ref(toSnakeCase(name))} = given.${sql.id(name)}`)
  const members = parts.map((name) => sql`, ${sql.id(name)} jsonb`)
  const given = changes.map(({ after }) => pick(after, ['id', ...parts]))
  return sql`update ${sql.table(type.plural)} t set ${sql.join(set)}
    from json_to_recordset(${JSON.stringify(given)}::json)
      as given (id uuid${sql.join(members, sql``)}) where t.id = given.id`
}

/** Writes locked records in parts, each record with its event and its audit entry. */
export class LinkedRows {
  readonly #em: SqlEntityManager
  readonly #session: StoreSession

  constructor(em: SqlEntityManager, session: StoreSession) {
    this.#em = em
    this.#session = session
  }

  /** Clears links of some records to others. */
  async clear(type: RecordType, links: readonly ClearedLink[], ids: readonly Id[]): Promise<void> {
    for (const part of chunk(type, ids)) await this.#record(type, await this.clearRows(type, links, part))
  }

  /** One statement deletes all, because the records can link to each other. */
  async delete(type: RecordType, ids: readonly Id[]): Promise<void> {
    for (const part of chunk(type, ids)) {
      const rows = await this.#readRows(type, part, this.#listFacts(type))
      await this.#record(
        type,
        rows.map((before) => ({ before, after: null })),
      )
    }
    await deleteRecords(this.#em, type, ids)
  }

  /** Clears links of some records to others, and returns the changes, which the caller records. */
  async clearRows(
    type: RecordType,
    cleared: readonly ClearedLink[],
    ids: readonly Id[],
  ): Promise<readonly Change<AnyRecord>[]> {
    const now = this.#session.auditContext.at
    const rows = await this.#readRows(type, ids)
    const single = cleared.filter(({ link }) => !link.isMany)
    const nulls = single.map(({ link }) => sql`${sql.ref(toSnakeCase(link.attribute))} = null, `)
    for (const { link, gone } of cleared)
      if (link.isMany) await execute(this.#em, removeLinks(link, ids, gone))
    await execute(
      this.#em,
      sql`update ${sql.table(type.plural)} set ${sql.join(nulls, sql``)}updated_at = ${now}, version = version + 1
        where id = any(${ids})`,
    )
    const values = cleared.map(({ link, gone }) => ({
      link,
      isGone: (id: LinkedId) => gone.includes(id as Id),
    }))
    const changes = rows.map((before) => ({
      before,
      after: withValues(before, clearValues(type, before, values), now),
    }))
    if (cleared.some(({ link }) => link.isPart)) {
      await execute(this.#em, writeParts(type, changes))
      await removeLost(this.#em, type, changes)
    }
    return changes
  }

  /** C14.3: the event of a deletion has the facts by which the declared policy decides who reads it. */
  #listFacts(type: RecordType): readonly string[] {
    const { model } = this.#session.tables
    return listLinkedFacts({ model, policy: model.policy }, type.permissions.read)
  }

  #readRows(
    type: RecordType,
    ids: readonly Id[],
    facts: readonly string[] = [],
  ): Promise<readonly AnyRecord[]> {
    const rows = this.#session.rowsOf(type).selectWith(facts)
    return findRows(this.#em, sql<AnyRecord>`${rows} where id = any(${ids}) order by id`)
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
