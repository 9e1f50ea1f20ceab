import type { ContentModel, RecordType, SearchedType } from '@content-service/domain'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { findRow } from '../sql.ts'
import { indexWaiting } from '../search/waiting.ts'
import { TextParts } from './text-parts.ts'

/** Triggers do not note the new records of this transaction for the search index. */
export const writeOwnDocuments = (em: SqlEntityManager): Promise<unknown> =>
  findRow(em, sql`select set_config('content_service.writes_documents', 'on', true)`)

/** The lock of `index_waiting`: two processes that learn the same words could wait for each other. */
const LOCK = sql`select pg_advisory_xact_lock('pg_class'::regclass::oid::integer, 'search_waiting'::regclass::oid::integer)`

/** The new records of a transaction, whose search documents must be written. */
export class WrittenDocuments {
  readonly #searches: ReadonlyMap<string, SearchedType>
  readonly #ids = new Map<SearchedType, string[]>()
  readonly #parts = new TextParts()

  constructor({ searches }: ContentModel) {
    this.#searches = new Map(searches.map((searched) => [searched.from, searched]))
  }

  add({ plural }: RecordType, { id, ...values }: Readonly<Record<string, unknown>>): void {
    const searched = this.#searches.get(plural)
    if (searched === undefined) return
    const ids = this.#ids.get(searched) ?? []
    ids.push(String(id))
    this.#ids.set(searched, ids)
    for (const { attribute } of searched.texts)
      for (const text of [values[attribute] ?? []].flat()) this.#parts.add(String(text))
  }

  /**
   * The last step of the transaction. The documents of new records need no lock, because no other process sees the
   * records. The words do, and the records that wait, such as those that this transaction has changed.
   */
  async write(em: SqlEntityManager): Promise<void> {
    for (const [{ type }, ids] of this.#ids) await index(em, type, { ids, bodies: [] })
    await findRow(em, LOCK)
    while ((await indexWaiting(em)) === 'more');
    for (const { type } of [...this.#ids.keys()].slice(0, 1))
      await index(em, type, { ids: [], bodies: this.#parts.join() })
  }
}

const index = (
  em: SqlEntityManager,
  type: string,
  { ids, bodies }: Readonly<Record<'ids' | 'bodies', readonly string[]>>,
): Promise<unknown> => findRow(em, sql`select index_records(${type}, ${ids}::text[], ${bodies}::text[])`)
