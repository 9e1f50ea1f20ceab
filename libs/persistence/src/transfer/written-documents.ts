import type { ContentModel, RecordType } from '@content-service/domain'
import { readSearchedTexts, type SearchedType } from '@content-service/domain/internal/model'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { findRow, findRows } from '../statements/sql.ts'
import { indexWaiting } from '../documents/waiting.ts'
import { TextParts } from './text-parts.ts'

/** Triggers do not note the new records of this transaction for the search index. */
export const writeOwnDocuments = (em: SqlEntityManager): Promise<unknown> =>
  findRow(em, sql`select set_config('content_service.writes_documents', 'on', true)`)

/** The lock of `index_waiting`: two processes that learn the same words could wait for each other. */
const LOCK = sql`select pg_advisory_xact_lock('pg_class'::regclass::oid::integer, 'search_waiting'::regclass::oid::integer)`

/** The new records of a type, with their texts. */
type NewTexts = Map<string, string>

const joinSearched = ({ texts }: SearchedType, values: Readonly<Record<string, unknown>>): string =>
  texts.flatMap((text) => readSearchedTexts(text, values[text.attribute])).join(' ')

/** The new records of a transaction, whose search documents must be written. */
export class WrittenDocuments {
  readonly #searches: ReadonlyMap<string, SearchedType>
  readonly #texts = new Map<SearchedType, NewTexts>()

  constructor({ searches }: ContentModel) {
    this.#searches = new Map(searches.map((searched) => [searched.from, searched]))
  }

  add({ plural }: RecordType, { id, ...values }: Readonly<Record<string, unknown>>): void {
    const searched = this.#searches.get(plural)
    if (searched === undefined) return
    const texts = this.#texts.get(searched) ?? new Map<string, string>()
    this.#texts.set(searched, texts)
    texts.set(String(id), joinSearched(searched, values))
  }

  /**
   * The last step of the transaction. The documents of new records need no lock, because no other process sees the
   * records. The words do, and the records that wait, such as those that this transaction has changed.
   */
  async write(em: SqlEntityManager): Promise<void> {
    for (const [{ type }, texts] of this.#texts)
      await findRow(em, sql`select index_records(${type}, ${[...texts.keys()]}::text[])`)
    await findRow(em, LOCK)
    while ((await indexWaiting(em)) === 'more');
    const parts = new TextParts()
    for (const [{ type }, texts] of this.#texts) await learn(em, { type, texts, parts })
  }
}

interface Learned {
  readonly type: string
  readonly texts: NewTexts
  readonly parts: TextParts
}

/** C15.13: learns the words of the records that a guest may read. */
const learn = async (em: SqlEntityManager, { type, texts, parts }: Learned): Promise<void> => {
  const ids = [...texts.keys()]
  const readable = await findRows(
    em,
    sql<{ id: string }>`select id from find_readable_ids(${type}, ${ids}::text[]) id`,
  )
  const bodies = readable.map(({ id }) => parts.takeNew(texts.get(id) ?? ''))
  await findRow(
    em,
    sql`select learn_words(${type}, ${readable.map(({ id }) => id)}::text[], ${bodies}::text[])`,
  )
}
