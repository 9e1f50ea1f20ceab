import type { ContentModel, RecordType } from '@content-service/domain'
import type { AnyRecord } from '@content-service/domain/model'
import type { EntityName } from '@mikro-orm/core'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { getEntity } from '../records/record-entity.ts'
import { assignChanged, FOR_UPDATE } from '../rows.ts'
import { execute } from '../sql.ts'
import { insertRecords } from './insert-records.ts'
import type { Versioned } from './merge-record.ts'
import { WrittenDocuments } from './written-documents.ts'

export type Values = Readonly<Record<string, unknown>>

/** The effect of a line on the database. */
export type Written = 'added' | 'updated' | 'unchanged'

/** The change of a stored record. */
export interface Change<Row> {
  /** Returns the next version, or the record itself if no value differs. */
  readonly revise: (current: Row) => Row
  /** Applies the rules of a change to the locked record, and returns the version to store. */
  readonly complete?: (current: Row, next: Row) => Promise<Row>
}

/** The records of a batch: it reads the stored records together, and inserts the new records of a type together. */
export class RecordSet {
  readonly #em: SqlEntityManager
  readonly #model: ContentModel
  readonly #documents: WrittenDocuments
  readonly #stored = new Map<string, Versioned>()
  readonly #added = new Map<RecordType, Values[]>()
  #hasChanges = false

  constructor(em: SqlEntityManager, model: ContentModel) {
    this.#em = em
    this.#model = model
    this.#documents = new WrittenDocuments(model)
  }

  /** Reads the records that the batch may change. */
  async load(type: RecordType, ids: readonly (string | number)[]): Promise<void> {
    if (ids.length === 0) return
    const where = { id: { $in: [...ids] } }
    const rows = await this.#em.find(getVersionedEntity(type), where as never, { disableIdentityMap: true })
    for (const row of rows) this.#stored.set(createKey(type, (row as unknown as AnyRecord).id), { ...row })
  }

  /** Adds a record with the other records of its type. */
  add(type: RecordType, record: Values): void {
    const waiting = this.#added.get(type) ?? []
    waiting.push(record)
    this.#hasChanges = true
    this.#added.set(type, waiting)
    this.#documents.add(type, record)
  }

  /** Adds a record of a type without versions at once. */
  async addFixed(type: RecordType, record: AnyRecord): Promise<void> {
    await this.#em.insert(getEntity(type), record)
    this.#documents.add(type, { ...record })
    this.#hasChanges = true
  }

  /** A record links only to records of its own type or of an earlier type. */
  async insertAdded(): Promise<void> {
    for (const type of this.#model.linkedFirst) {
      const rows = this.#added.get(type) ?? []
      if (rows.length > 0) await execute(this.#em, insertRecords(type, rows))
    }
    this.#added.clear()
  }

  /** Changes a stored record, which it locks only if a value differs. Returns null if the record does not exist. */
  async change<Row extends Versioned>(
    type: RecordType,
    id: string | number,
    { revise, complete = (_, next) => Promise.resolve(next) }: Change<Row>,
  ): Promise<Written | null> {
    const key = createKey(type, id)
    // The rows of the type are the records that its lines describe.
    const seen = this.#stored.get(key) as Row | undefined
    if (seen && revise(seen).version === seen.version) return 'unchanged'
    // An earlier line of the batch may have added the record.
    if (seen === undefined) await this.insertAdded()
    const row = (await this.#em.findOne(getVersionedEntity(type), { id } as never, FOR_UPDATE)) as Row | null
    if (row === null) return null
    const current = { ...row }
    const next = revise(current)
    if (next.version === current.version) return 'unchanged'
    assignChanged(row, await complete(current, next))
    await this.#em.flush()
    this.#stored.set(key, { ...row })
    this.#hasChanges = true
    // Forgets the written rows: otherwise every flush would compare all rows of the batch.
    this.#em.clear()
    return 'updated'
  }

  /** Writes the search documents, as the last step of the transaction. */
  async writeDocuments(): Promise<void> {
    if (this.#hasChanges) await this.#documents.write(this.#em)
  }
}

const createKey = ({ plural }: RecordType, id: string | number): string => `${plural} ${id}`

/** Only fixed types have no version, and their records never change. */
const getVersionedEntity = (type: RecordType) => getEntity(type) as unknown as EntityName<Versioned>
