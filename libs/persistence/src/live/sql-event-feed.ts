import type { DomainEvent } from '@content-service/domain/internal/events'
import type {
  EventFeed,
  EventBatch,
  FeedListener,
  Mark,
  ResumePoint,
  Topic,
} from '@content-service/domain/internal/live'
import { sql } from 'kysely'
import type { Database } from '../database/orm.ts'
import { findRow, findRows, type Sql } from '../statements/sql.ts'
import { translateDatabaseErrors } from '../statements/store-errors.ts'
import { WRITES_CHANNEL } from '../recording/write-notices.ts'

const MARK = sql<{ mark: Mark }>`select pg_current_snapshot()::text as mark`

interface Row extends Omit<DomainEvent, 'id'> {
  readonly mark: Mark
  /** Null in the single row of a result without events. */
  readonly id: DomainEvent['id'] | null
  readonly position: unknown
}

/**
 * The events `e` among the tables of `from` for which the condition holds. One statement reads the events and the mark,
 * so that every other event comes after the mark.
 */
const selectEvents = (from: Sql, where: Sql, atMost: number) => sql<Row>`with rows as (
    select e.id, e.type, e.resource, e.resource_id as "resourceId", e.at, e.data, e.position from ${from}
    where ${where} order by e.position limit ${atMost}
  ) ${MARK}, rows.* from (select) as one left join rows on true order by rows.position`

const EVENTS = sql`events e`

/** The last condition excludes transaction numbers of another cluster, whose dump this cluster may have restored. */
const isSince = (mark: Mark): Sql => sql`e.transaction_id >= pg_snapshot_xmin(${mark}::pg_snapshot)
    and not pg_visible_in_snapshot(e.transaction_id, ${mark}::pg_snapshot)
    and pg_visible_in_snapshot(e.transaction_id, pg_current_snapshot())`

const isOfTopic = ({ types, resourceId, articleId }: Topic): Sql => {
  const isRecord = resourceId === undefined ? sql`true` : sql`e.resource_id = ${resourceId}`
  const isOnArticle = articleId === undefined ? sql`true` : sql`e.data->>'articleId' = ${articleId}`
  return sql`e.type = any(${types}) and ${isRecord} and ${isOnArticle}`
}

/** Selects events after the last received event, and events with an earlier position that were committed later. */
const isAfter = (event: DomainEvent['id']): Sql => sql`last.id = ${event} and (e.position > last.position
    or e.transaction_id <> last.transaction_id and not pg_visible_in_snapshot(e.transaction_id, last.snapshot))`

const toHeard = (rows: readonly Row[]): EventBatch => ({
  events: rows.flatMap(({ mark: _, position: __, id, ...event }) => (id === null ? [] : [{ id, ...event }])),
  mark: rows[0]?.mark as Mark,
})

/** The outbox, with the events of all processes on one database. */
export class SqlEventFeed implements EventFeed {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  listen(wake: () => void): Promise<FeedListener> {
    return translateDatabaseErrors(() => this.#database.listen(WRITES_CHANNEL, wake))
  }

  async readMark(): Promise<Mark> {
    return (await this.#findRow(MARK))?.mark as Mark
  }

  listSince(mark: Mark, atMost: number): Promise<EventBatch> {
    return this.#hear(selectEvents(EVENTS, isSince(mark), atMost))
  }

  async listMissed(topic: Topic, place: ResumePoint, atMost: number): Promise<EventBatch | null> {
    if ('mark' in place) {
      const isMissed = sql`not pg_visible_in_snapshot(e.transaction_id, ${place.mark}::pg_snapshot)`
      return this.#hear(selectEvents(EVENTS, sql`${isMissed} and ${isOfTopic(topic)}`, atMost))
    }
    const known = await this.#findRow(sql`select 1 from events where id = ${place.event}`)
    if (known === null) return null
    const isMissed = sql`${isAfter(place.event)} and ${isOfTopic(topic)}`
    return this.#hear(selectEvents(sql`events e, events last`, isMissed, atMost))
  }

  #findRow<Found>(statement: Sql<Found>): Promise<Found | null> {
    return translateDatabaseErrors(() => findRow(this.#database.session(), statement))
  }

  async #hear(statement: Sql<Row>): Promise<EventBatch> {
    return toHeard(await translateDatabaseErrors(() => findRows(this.#database.session(), statement)))
  }
}
