import type { ContentModel, RecordType } from '@content-service/domain'
import {
  hidesTrash,
  isInTrash,
  listJoined,
  nameOne,
  withComputed,
  type AnyRecord,
} from '@content-service/domain/internal/model'
import { badValue } from '@content-service/domain/internal/rules'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { createWriteValue, writeValues } from '../tables/written-values.ts'
import { insertLinks, lockLinked, omitLinks, writeLinks } from '../tables/joining-table.ts'
import { claimGivenSlugs, giveSlug } from '../slugs/give-slugs.ts'
import { keepImported } from '../revisions/keep-revision.ts'
import { findParts } from '../session/database-parts.ts'
import { execute, findRow, findRows, insertInto, updateRow, type Sql } from '../statements/sql.ts'
import { refuseLine, type LaterLinks } from './check-line.ts'
import { insertRecords } from './insert-records.ts'
import type { Versioned } from './merge-record.ts'
import { WrittenDocuments } from './written-documents.ts'

export type Values = Readonly<Record<string, unknown>>

/** The effect of a line on the database. */
export type LineEffect = 'added' | 'updated' | 'unchanged'

/** The change of a stored record. */
export interface Change<Row> {
  /** Returns the next version, or the record itself if no value differs. */
  readonly revise: (current: Row) => Row
  /** Applies the rules of a change to the locked record, and returns the version to store. */
  readonly complete?: (current: Row, next: Row) => Promise<Row>
  readonly later?: LaterLinks
  /** The change sets what a line before has left out: a record of this version has no earlier one. */
  readonly completes?: number
  /** C17.10: the line is that of a record in the trash. */
  readonly isTrashed?: boolean
}

/** C17.4: no other line finds a record in the trash. */
const refuseTrashed = (
  type: RecordType,
  row: object,
  { isTrashed = false }: Pick<Change<never>, 'isTrashed'>,
): void => {
  if (!isTrashed && hidesTrash(type) && isInTrash(type, row))
    throw badValue(['ref'], `names ${nameOne(type.word)} in the trash; restore it, or erase it`)
}

/** The records of a batch: it reads the stored records together, and inserts the new records of a type together. */
export class RecordSet {
  readonly #em: SqlEntityManager
  readonly #model: ContentModel
  readonly #now: Date
  readonly #documents: WrittenDocuments
  readonly #stored = new Map<string, Versioned>()
  readonly #added = new Map<RecordType, Values[]>()
  #hasChanges = false

  constructor(em: SqlEntityManager, { model, now }: { readonly model: ContentModel; readonly now: Date }) {
    this.#em = em
    this.#model = model
    this.#now = now
    this.#documents = new WrittenDocuments(model)
  }

  /** Reads the records that the batch may change. */
  async load(type: RecordType, ids: readonly (string | number)[]): Promise<void> {
    if (ids.length === 0) return
    const rows = await findRows(this.#em, this.#select(type, sql`id = any(${ids})`))
    for (const row of rows) this.#stored.set(createKey(type, row.id), row)
  }

  /** Adds a record with the other records of its type. @throws BAD_USER_INPUT for a record that the check of the type refuses. */
  add(type: RecordType, record: Values, later?: LaterLinks): void {
    refuseLine(type, { record, previous: null, later })
    const added = withComputed(type, record)
    const waiting = this.#added.get(type) ?? []
    waiting.push(added)
    this.#hasChanges = true
    this.#added.set(type, waiting)
    this.#documents.add(type, added)
  }

  /** Adds a record of a type without versions at once. @throws BAD_USER_INPUT as `add` does. */
  async addFixed(type: RecordType, record: AnyRecord): Promise<void> {
    refuseLine(type, { record, previous: null })
    const added = withComputed(type, record)
    await execute(this.#em, insertInto(type.plural, writeValues(type, added)))
    this.#documents.add(type, { ...added })
    this.#hasChanges = true
  }

  /** A record links only to records of its own type or of an earlier type. */
  async insertAdded(): Promise<void> {
    for (const type of this.#model.linkedFirst) {
      const rows = this.#added.get(type) ?? []
      if (rows.length === 0) continue
      await claimGivenSlugs(this.#em, type, rows)
      await execute(this.#em, insertRecords(type, rows))
      for (const link of listJoined(type)) await execute(this.#em, insertLinks(type, link, rows))
    }
    this.#added.clear()
  }

  /**
   * Changes a stored record, which it locks only if a value differs. Returns null if the record does not exist.
   * @throws BAD_USER_INPUT for a record that the check of the type refuses (C16.3).
   */
  async change<Row extends Versioned>(
    type: RecordType,
    id: string | number,
    change: Change<Row>,
  ): Promise<LineEffect | null> {
    const { revise, complete = (_, next) => Promise.resolve(next), later, completes = 0 } = change
    const key = createKey(type, id)
    // The rows of the type are the records that its lines describe.
    const seen = this.#stored.get(key) as Row | undefined
    if (seen) refuseTrashed(type, seen, change)
    if (seen && revise(seen) === seen) return 'unchanged'
    // An earlier line of the batch may have added the record.
    if (seen === undefined) await this.insertAdded()
    await lockLinked(this.#em, type, [id])
    const current = await findRow(this.#em, this.#select<Row>(type, sql`id = ${id} for update`))
    if (current === null) return null
    refuseTrashed(type, current, change)
    const next = revise(current)
    if (next === current) return 'unchanged'
    const completed = await complete(current, next)
    refuseLine(type, { record: completed, previous: current, later })
    const named = await giveSlug(this.#em, type, {
      before: current as Row & AnyRecord,
      after: completed as Row & AnyRecord,
    })
    const after = withComputed(type, named)
    const place = { table: type.plural, key: 'id', writeValue: createWriteValue(type) } as const
    await updateRow(this.#em, place, { before: omitLinks(type, current), after })
    await writeLinks(this.#em, type, { before: current, after })
    if (current.version > completes) await keepImported(this.#em, type, { before: current, after }, this.#now)
    this.#stored.set(key, after)
    this.#hasChanges = true
    return 'updated'
  }

  /** Only fixed types have no version, and their records never change. */
  #select<Row extends Versioned>(type: RecordType, where: Sql): Sql<Row> {
    return sql<Row>`${findParts(this.#em).rowsOf(type, this.#model).select} where ${where}`
  }

  /** Writes the search documents, as the last step of the transaction. */
  async writeDocuments(): Promise<void> {
    if (this.#hasChanges) await this.#documents.write(this.#em)
  }
}

const createKey = ({ plural }: RecordType, id: string | number): string => `${plural} ${id}`
