import type { RecordId, RecordType } from '@content-service/domain'
import type { AnyRecord, RecordStore } from '@content-service/domain/model'
import type { Change } from '@content-service/domain/events'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { v7 as uuidv7 } from 'uuid'
import type { ExpectedLink } from '../groups/insert-statement.ts'
import { assignChanged, FOR_UPDATE } from '../rows.ts'
import { SqlStore } from '../sql-store.ts'
import type { StoreSession } from '../store-session.ts'
import { getEntity } from './record-entity.ts'
import { translateConstraint } from './record-errors.ts'
import { getRowStatement } from './row-statement.ts'

type Write<R> = (em: SqlEntityManager) => Promise<Change<R> | null>

/** Adds to a row the facts of other rows by which the policy decides. */
type ReadFacts<R> = (em: SqlEntityManager, row: R) => Promise<R>

const readRow = async <R extends AnyRecord>(_em: SqlEntityManager, row: R): Promise<R> => ({ ...row })

/** The records of one declared type. */
export class SqlRecordStore<R extends AnyRecord = AnyRecord> extends SqlStore implements RecordStore<R> {
  readonly #type: RecordType
  readonly #read: ReadFacts<R>

  constructor(type: RecordType, session: StoreSession, read: ReadFacts<R> = readRow) {
    super(session)
    this.#type = type
    this.#read = read
  }

  nextId(): R['id'] {
    return uuidv7() as RecordId
  }

  async add(record: R, expected: ExpectedLink | null = null): Promise<R> {
    const insert: Write<R> = async (em) => {
      await em.insert(getEntity(this.#type), { ...record })
      return { before: null, after: record }
    }
    await this.session.insert({ type: this.#type, record, expected }, () => this.write(insert))
    return record
  }

  async get(id: R['id']): Promise<R | null> {
    const statement = getRowStatement(this.session.tables, this.#type)
    const [values] = await this.session.findPrepared(statement, [id])
    if (values === undefined) return null
    // The columns of the statement are the attributes of the record.
    const row = statement.revive(values) as unknown as R
    return this.#read === readRow ? row : this.session.run((em) => this.#read(em, row))
  }

  /** `finish` runs in the same transaction, after the change has been decided. */
  async change(
    id: R['id'],
    decide: (current: R, em: SqlEntityManager) => R,
    finish: (em: SqlEntityManager) => Promise<void> = async () => undefined,
  ): Promise<R | null> {
    const change = await this.#locked(id, async (em, row, before) => {
      assignChanged<R>(row, decide(before, em))
      await finish(em)
      return { before, after: { ...before, ...row } }
    })
    return change?.after ?? null
  }

  /** Changes rows that the transaction of `em` has locked, in the order of `ids`. */
  async changeLocked(
    em: SqlEntityManager,
    ids: readonly R['id'][],
    decide: (current: R) => R,
  ): Promise<readonly Change<R>[]> {
    // The entity has the attributes of the type.
    const rows = (await em.find(getEntity(this.#type), { id: { $in: [...ids] } })) as unknown as readonly R[]
    const changes: Change<R>[] = []
    for (const row of rows.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))) {
      const before = await this.#read(em, row)
      assignChanged<R>(row, decide(before))
      changes.push({ before, after: { ...before, ...row } })
    }
    return changes
  }

  async remove(id: R['id'], decide: (current: R) => void): Promise<boolean> {
    const removed = await this.#locked(id, (em, row, before) => {
      decide(before)
      em.remove(row)
      return { before, after: null }
    })
    return removed !== null
  }

  /** Runs a write of a record. @throws the refusal of a value that breaks a constraint of the table. */
  async write(work: Write<R>): Promise<Change<R> | null> {
    const write = async (em: SqlEntityManager) => {
      const change = await work(em)
      return change === null ? [] : [change]
    }
    try {
      const [change] = await this.session.change(this.#type.plural, write)
      return change ?? null
    } catch (error) {
      throw translateConstraint(this.#type, error)
    }
  }

  /** Writes the locked row of a record; null if the record does not exist. */
  #locked(
    id: R['id'],
    work: (em: SqlEntityManager, row: R, before: R) => Change<R> | Promise<Change<R>>,
  ): Promise<Change<R> | null> {
    return this.write(async (em) => {
      const row = await em.findOne(getEntity(this.#type), { id }, FOR_UPDATE)
      if (row === null) return null
      return work(em, row as R, await this.#read(em, row as R))
    })
  }
}
