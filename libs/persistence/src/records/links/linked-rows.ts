import type { RecordType } from '@content-service/domain'
import { deriveEvents, getChangedRecord, type Change } from '@content-service/domain/internal/events'
import { type AnyRecord, type IncomingLink, withValues } from '@content-service/domain/internal/model'
import { listLinkedFacts } from '@content-service/domain/internal/visibility'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { toSnakeCase } from '../../statements/rows.ts'
import { appendRecorded } from '../../recording/recorded-rows.ts'
import type { StoreSession } from '../../session/store-session.ts'
import { execute, findRows } from '../../statements/sql.ts'
import { removeLinks } from '../../tables/joining-table.ts'
import type { Id } from '../../tables/record-id.ts'

const AT_ONCE = 1_000

const chunk = <Value>(values: readonly Value[]): readonly (readonly Value[])[] =>
  Array.from({ length: Math.ceil(values.length / AT_ONCE) }, (_, place) =>
    values.slice(place * AT_ONCE, (place + 1) * AT_ONCE),
  )

/** A link to clear, and the records that it no longer leads to. */
export interface ClearedLink {
  readonly link: IncomingLink
  readonly gone: readonly Id[]
}

const clearValues = (before: AnyRecord, cleared: readonly ClearedLink[]) =>
  Object.fromEntries(
    cleared.map(({ link: { attribute, isMany }, gone }) => {
      const ids = (before as unknown as Readonly<Record<string, readonly Id[]>>)[attribute] ?? []
      return [attribute, isMany ? ids.filter((id) => !gone.includes(id)) : null]
    }),
  )

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
    for (const part of chunk(ids)) await this.#record(type, await this.clearRows(type, links, part))
  }

  /** One statement deletes all, because the records can link to each other. */
  async delete(type: RecordType, ids: readonly Id[]): Promise<void> {
    for (const part of chunk(ids)) {
      const rows = await this.#readRows(type, part, this.#listFacts(type))
      await this.#record(
        type,
        rows.map((before) => ({ before, after: null })),
      )
    }
    await execute(this.#em, sql`delete from ${sql.table(type.plural)} where id = any(${ids})`)
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
    return rows.map((before) => ({ before, after: withValues(before, clearValues(before, cleared), now) }))
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
