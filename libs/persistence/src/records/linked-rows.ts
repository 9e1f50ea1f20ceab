import type { RecordType, UserId } from '@content-service/domain'
import { deriveEvents, getChangedRecord, type Change } from '@content-service/domain/events'
import { withValues, type AnyRecord } from '@content-service/domain/model'
import { listLinkedFacts } from '@content-service/domain/visibility'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { toSnakeCase } from '../rows.ts'
import { appendRecorded } from '../session/recorded-rows.ts'
import type { StoreSession } from '../session/store-session.ts'
import { execute, findRows } from '../sql.ts'

export type Id = AnyRecord['id'] | UserId

const AT_ONCE = 1_000

const chunk = <Value>(values: readonly Value[]): readonly (readonly Value[])[] =>
  Array.from({ length: Math.ceil(values.length / AT_ONCE) }, (_, place) =>
    values.slice(place * AT_ONCE, (place + 1) * AT_ONCE),
  )

/** Writes locked records in parts, each record with its event and its audit entry. */
export class LinkedRows {
  readonly #em: SqlEntityManager
  readonly #session: StoreSession

  constructor(em: SqlEntityManager, session: StoreSession) {
    this.#em = em
    this.#session = session
  }

  /** Clears the links with these names. */
  async clear(type: RecordType, names: readonly string[], ids: readonly Id[]): Promise<void> {
    for (const part of chunk(ids)) await this.#clearRows(type, names, part)
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
