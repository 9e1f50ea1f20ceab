import type { ContentModel, RecordId, RecordType } from '@content-service/domain'
import {
  beginGivenSlug,
  datePublication,
  DELETED_AT,
  deriveInitial,
  endSchedule,
  hidesTrash,
  initialAttributes,
  listLateLinks,
  isInTrash,
  refuseOwnId,
  SINGLE_ID,
  withDerived,
  withGivenSlug,
  type AnyRecord,
} from '@content-service/domain/internal/model'
import type {
  ContentRecord,
  DeclaredRecord,
  RecordOutcome,
  UserRecord,
} from '@content-service/domain/internal/transfer'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { v7 as uuidv7 } from 'uuid'
import type { LaterLinks } from './check-line.ts'
import { findLineType, type BatchNames } from './batch-names.ts'
import { refuseFuture } from './history/refuse-future.ts'
import { HistoryWriter } from './history/history-writer.ts'
import { RaisedCounters, splitCounters } from './history/raised-counters.ts'
import { keepOrder } from './keep-order.ts'
import { LinkResolver } from './link-resolver.ts'
import { isUnchanged, mergeRecord, removeAbsent, type LineValues, type Versioned } from './merge-record.ts'
import { RecordSet, type Values, type LineEffect } from './record-set.ts'
import { References } from './references.ts'
import { refuse } from './refuse.ts'
import { UserWriter } from './user-writer.ts'

type Row = AnyRecord & Versioned

/** The values of a record in a line. */
interface Line {
  readonly ref: string
  readonly fields: LineValues<Row>
  readonly later: LaterLinks
}

/** An import writes the records first, and then the links to records of their own type that stand on later lines. */
export type Pass = 'records' | 'own links'

interface WriterOptions {
  readonly now: Date
  readonly model: ContentModel
  readonly pass: Pass
}

/** Writes records inside a transaction that the caller commits. */
export class RecordWriter {
  readonly #em: SqlEntityManager
  readonly #references: References
  readonly #links: LinkResolver
  readonly #records: RecordSet
  readonly #users: UserWriter
  readonly #history: HistoryWriter
  readonly #counters = new RaisedCounters()
  readonly #now: Date
  readonly #model: ContentModel
  readonly #pass: Pass

  constructor(em: SqlEntityManager, { now, model, pass }: WriterOptions) {
    this.#em = em
    this.#references = new References(em)
    this.#links = new LinkResolver(this.#references, model)
    this.#records = new RecordSet(em, { model, now })
    this.#users = new UserWriter(em, { model, now, references: this.#references, records: this.#records })
    this.#history = new HistoryWriter(em, {
      model,
      now,
      references: this.#references,
      insertRecords: () => this.#records.insertAdded(),
    })
    this.#now = now
    this.#model = model
    this.#pass = pass
  }

  /**
   * Prepares the records in their order: it changes stored records, and leaves out records that break a rule. An error of
   * the database ends the transaction.
   */
  async prepare(records: readonly ContentRecord[]): Promise<readonly RecordOutcome[]> {
    await this.#history.load(records)
    const outcomes: RecordOutcome[] = []
    for (const record of records) outcomes.push(await this.#attempt(record))
    return outcomes
  }

  /** Inserts the new records, revisions and likes, with few statements. */
  async insert(): Promise<void> {
    await this.#records.insertAdded()
    await this.#counters.write(this.#em)
    await this.#history.insert()
  }

  /** Writes the search documents of all written records. */
  writeDocuments(): Promise<void> {
    return this.#records.writeDocuments()
  }

  /** The rules of a record refuse it before its first statement. */
  async #attempt(record: ContentRecord): Promise<RecordOutcome> {
    try {
      return { kind: await this.#write(record) }
    } catch (error) {
      return refuse(error)
    }
  }

  /** Finds all records that the lines name, reads the records that they may change, and takes ids for new users. */
  async load(names: BatchNames): Promise<void> {
    for (const type of this.#model.types) {
      const { named, written } = names.of(type)
      if (type.isNumbered) await this.#references.loadUsers([...named])
      else if (type.hasRef) await this.#references.loadNamed(type.plural, [...named])
      if (type.isFixed) continue
      const ids = [...written].flatMap((name) =>
        type.isSingle ? SINGLE_ID : (this.#references.known(type, name) ?? []),
      )
      await this.#records.load(type, ids)
      if (type.isNumbered) await this.#users.takeIds(written.size - ids.length)
    }
  }

  async #write(record: ContentRecord): Promise<LineEffect> {
    const history = this.#history.find(record)
    if (history !== undefined) return this.#history.add(history, record)
    if (record.type === 'user') return this.#users.write(record as UserRecord)
    return this.#declared(findLineType(this.#model, record.type), record as DeclaredRecord)
  }

  /** Adds a record of a fixed type once. Finds a record of another type by its `ref`, and changes it. */
  async #declared(type: RecordType, { type: _type, ref, ...given }: DeclaredRecord): Promise<LineEffect> {
    if (this.#pass === 'own links') return this.#ownLinks(type, String(ref), given)
    const fields = await this.#links.resolve(type, given)
    if (hidesTrash(type)) refuseFuture([DELETED_AT], fields[DELETED_AT], this.#now)
    if (type.isFixed) return this.#fixed(type, fields)
    if (type.isSingle) return this.#single(type, fields as LineValues<Row>)
    const later = await this.#links.foresee(type, given, fields)
    return this.#put(type, { ref: String(ref), fields, later })
  }

  /** Changes the record that the `ref` names, or adds it. */
  async #put(type: RecordType, { ref, fields, later }: Line): Promise<LineEffect> {
    const { counters, values: others } = splitCounters(type, fields)
    const id = await this.#references.findNamed(type.plural, ref)
    // A changed record can link to a new one.
    if (id && listLateLinks(type).length > 0) await this.#records.insertAdded()
    const revise = (row: Row) =>
      refuseOwnId(type, this.#merge(type, row, keepOrder(type, row, others)), 'name')
    const isTrashed = isInTrash(type, fields)
    const written = id && (await this.#records.change(type, id, { revise, later, isTrashed }))
    if (written) this.#counters.add(type, id, counters)
    if (written) return written
    const dated = { createdAt: this.#now, updatedAt: null, version: 1 }
    const values = removeAbsent(fields)
    const derived = { ...deriveInitial(type, values), ...beginGivenSlug(type, values) }
    const given = { ...initialAttributes(type), ...dated, ...values, ...derived }
    const published = datePublication(type, given, given.createdAt)
    const record = { ...given, ...published, ...nameRecord(ref, type.parseId) }
    this.#records.add(type, record, later)
    this.#references.name(type.plural, ref, record.id)
    return 'added'
  }

  async #fixed(type: RecordType, fields: Values): Promise<LineEffect> {
    const name = type.uniqueAttribute
    const known = name && (await this.#references.findDeclared(type, String(fields[name])))
    if (known) this.#counters.add(type, known, splitCounters(type, fields).counters)
    if (known) return 'unchanged'
    const id = uuidv7() as RecordId
    const record = { ...initialAttributes(type), ...removeAbsent(fields), id, createdAt: this.#now }
    await this.#records.addFixed(type, record)
    return 'added'
  }

  /** C14.4: the record exists from the migration on. */
  async #single(type: RecordType, fields: LineValues<Row>): Promise<LineEffect> {
    const { counters, values } = splitCounters(type, fields)
    const revise = (row: Row) =>
      keepVersion(row, mergeRecord(row, keepOrder(type, row, values), this.#now), values.version)
    const completes = values.version === undefined ? 0 : 1
    const written = await this.#records.change(type, SINGLE_ID, { revise, completes })
    if (written === null) throw new Error(`${type.plural} has no row.`)
    this.#counters.add(type, SINGLE_ID, counters)
    return written
  }

  /** Sets the links to records of the same type that the first pass has left out. */
  async #ownLinks(type: RecordType, ref: string, given: Values): Promise<LineEffect> {
    const links = await this.#links.resolveOwn(type, given)
    const id = await this.#references.findNamed(type.plural, ref)
    const { createdAt, updatedAt, version } = given as LineValues<Row>
    const fields = { ...links, createdAt, updatedAt } as LineValues<Row>
    const complete = (row: Row): Row =>
      isUnchanged(row, keepOrder(type, row, links))
        ? row
        : keepVersion(row, mergeRecord(row, fields, this.#now), version)
    const revise = (row: Row) => refuseOwnId(type, complete(row), 'name')
    const change = { revise, completes: version ?? 1, isTrashed: isInTrash(type, given) }
    const written = id === null ? null : await this.#records.change(type, id, change)
    return written ?? 'unchanged'
  }

  /** The record with the values of a line. C4.3: the first publication gets its date, and another state ends the schedule. */
  #merge(type: RecordType, row: Row, given: LineValues<Row>): Row {
    const values = withGivenSlug(type, row, withDerived(type, row, removeAbsent(given)))
    const published = datePublication(type, { ...row, ...values }, this.#now)
    const merged = { ...values, ...published, ...endSchedule(type, row, values) } as LineValues<Row>
    return mergeRecord(row, merged, this.#now)
  }
}

/** The next version under the number that the line of a complete export gives (C17.10), while nobody else has changed the row. */
const keepVersion = (row: Row, next: Row, version: number | undefined): Row =>
  next !== row && version !== undefined && row.version <= version ? { ...next, version } : next

/** An export uses the id as the name of a record without a `ref`: the import makes this name the id again (C10.6). */
const nameRecord = (ref: string, parseId: RecordType['parseId']): Values & { readonly id: string } => {
  const id = parseId(ref)
  return id === null ? { id: uuidv7(), ref } : { id, ref: null }
}
