import { ContentError, type RecordId, type RecordType } from '@content-service/domain'
import { canBeRefused, type DueTrash, type Purged, type Trash } from '@content-service/domain/internal/model'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import type { StoreSession } from '../../session/store-session.ts'
import { findRows, type Sql } from '../../statements/sql.ts'
import { toSnakeCase } from '../../statements/rows.ts'
import { selectVisible } from '../../tables/visible-rows.ts'
import { removeRecords } from '../removals/remove-records.ts'

/** A record that came into the trash before the time. The last change of a record that a state marks was its deletion. */
const isDue = ({ attribute, state }: Trash, deletedBefore: Date): Sql =>
  state === null
    ? sql`${sql.ref(toSnakeCase(attribute))} < ${deletedBefore}`
    : sql`${sql.ref(toSnakeCase(attribute))} = ${state} and updated_at < ${deletedBefore}`

/** A part of the trash of one type. */
class DueRecords {
  readonly #session: StoreSession
  readonly #type: RecordType
  readonly #due: Sql

  constructor(session: StoreSession, type: RecordType, trash: Trash, deletedBefore: Date) {
    this.#session = session
    this.#type = type
    this.#due = sql`select id from ${selectVisible(session.tables.model, type)} ${sql.id(type.plural)}
      where ${isDue(trash, deletedBefore)}`
  }

  async list({ after, atMost }: DueTrash): Promise<readonly RecordId[]> {
    const beyond = after === null ? sql`` : sql`and id > ${after}`
    const statement = sql<{ id: RecordId }>`${this.#due} ${beyond} order by id limit ${atMost}`
    return (await this.#session.findRows(statement)).map(({ id }) => id)
  }

  /** Returns the number of records that are gone; none if others refuse it. Two workers erase different records. */
  async erase(ids: readonly RecordId[]): Promise<number> {
    const work = async (em: SqlEntityManager) => {
      const rows = await findRows(
        em,
        sql<{ id: RecordId }>`${this.#due} and id = any(${ids}) order by id for update skip locked`,
      )
      const locked = rows.map(({ id }) => id)
      if (locked.length > 0) await removeRecords(em, this.#session, { type: this.#type, ids: locked })
      return locked
    }
    try {
      return (await this.#session.write(this.#type.plural, work, (erased) => erased)).length
    } catch (error) {
      if (error instanceof ContentError && error.code === 'CONFLICT') return 0
      throw error
    }
  }
}

/** C4.3, C17.4. A record that can be refused has a transaction of its own. */
export const purgeTrash = async (session: StoreSession, type: RecordType, due: DueTrash): Promise<Purged> => {
  const { trash } = type
  if (trash === null) return { count: 0, last: null }
  const records = new DueRecords(session, type, trash, due.deletedBefore)
  const ids = await records.list(due)
  const groups = canBeRefused(session.tables.model, type)
    ? ids.map((id) => [id])
    : ids.length > 0
      ? [ids]
      : []
  let count = 0
  for (const group of groups) count += await records.erase(group)
  return { count, last: ids.length === due.atMost ? (ids.at(-1) ?? null) : null }
}
