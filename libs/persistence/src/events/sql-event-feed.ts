import type { DomainEvent, EventFeed, Heard, Listening, Mark, Place, Topic } from '@content-service/domain'
import type { Database } from '../orm.ts'
import { stored } from '../store-errors.ts'

const CHANNEL = 'events'

const MARK = 'select pg_current_snapshot()::text as mark'

const EVENT = 'e.id, e.type, e.resource, e.resource_id as "resourceId", e.at, e.data'

/** One statement reads both, so that the mark is that of the rows: what they leave out is after it. */
const markedRows = (rows: string): string =>
  `with rows as (${rows}) ${MARK}, rows.* from (select) as one left join rows on true order by rows.position`

/** The last condition keeps out what another cluster has numbered, which a dump was restored from. */
const SINCE = markedRows(`select ${EVENT}, e.position from events e
  where e.transaction_id >= pg_snapshot_xmin(?::pg_snapshot)
    and not pg_visible_in_snapshot(e.transaction_id, ?::pg_snapshot)
    and pg_visible_in_snapshot(e.transaction_id, pg_current_snapshot())
  order by e.position limit ?`)

const OF_TOPIC = `e.type in (select json_array_elements_text(?::json))
  and (?::text is null or e.resource_id = ?) and (?::text is null or e.data->>'articleId' = ?)`

const MISSED_SINCE_MARK = markedRows(`select ${EVENT}, e.position from events e
  where not pg_visible_in_snapshot(e.transaction_id, ?::pg_snapshot) and ${OF_TOPIC}
  order by e.position limit ?`)

/** A write that took its position before, and was committed after the last one that was heard of. */
const MISSED_SINCE_EVENT = markedRows(`select ${EVENT}, e.position from events e, events last
  where last.id = ? and ${OF_TOPIC}
    and (e.position > last.position
      or e.transaction_id <> last.transaction_id and not pg_visible_in_snapshot(e.transaction_id, last.snapshot))
  order by e.position limit ?`)

const FIND = 'select 1 from events where id = ?'

interface Row extends Omit<DomainEvent, 'id' | 'at'> {
  readonly mark: Mark
  /** Null in the one row that there is without an event. */
  readonly id: DomainEvent['id'] | null
  readonly at: string | Date
}

const heardIn = (rows: readonly Row[]): Heard => ({
  events: rows.flatMap(({ id, type, resource, resourceId, at, data }) =>
    id === null ? [] : [{ id, type, resource, resourceId, at: new Date(at), data }],
  ),
  mark: rows[0]?.mark as Mark,
})

const valuesOf = ({ types, resourceId, articleId }: Topic): readonly unknown[] => {
  const [record, article] = [resourceId ?? null, articleId ?? null]
  return [JSON.stringify(types), record, record, article, article]
}

/** The outbox as all processes on one database write it. */
export class SqlEventFeed implements EventFeed {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  listen(wake: () => void): Promise<Listening> {
    return stored(() => this.#database.listen(CHANNEL, wake))
  }

  async mark(): Promise<Mark> {
    const [row] = await this.#execute<Pick<Row, 'mark'>>(MARK, [])
    return row?.mark as Mark
  }

  async since(mark: Mark, atMost: number): Promise<Heard> {
    return heardIn(await this.#execute<Row>(SINCE, [mark, mark, atMost]))
  }

  async missed(topic: Topic, place: Place, atMost: number): Promise<Heard | null> {
    if ('mark' in place) {
      const values = [place.mark, ...valuesOf(topic), atMost]
      return heardIn(await this.#execute<Row>(MISSED_SINCE_MARK, values))
    }
    const [known] = await this.#execute(FIND, [place.event])
    if (known === undefined) return null
    return heardIn(await this.#execute<Row>(MISSED_SINCE_EVENT, [place.event, ...valuesOf(topic), atMost]))
  }

  #execute<Found>(statement: string, values: readonly unknown[]): Promise<Found[]> {
    return stored(() => this.#database.session().execute<Found[]>(statement, [...values]))
  }
}
