import type { AnyRecord, Change, RecordId, RecordStore, RecordType } from '@content-service/domain'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { v7 as uuidv7 } from 'uuid'
import { assignChanged, FOR_UPDATE } from '../rows.ts'
import { SqlStore } from '../sql-store.ts'
import type { StoreSession } from '../store-session.ts'
import { getEntity } from './record-entity.ts'
import { translateConstraint } from './record-errors.ts'

type Write = (em: SqlEntityManager) => Promise<Change<AnyRecord> | null>

/** The records of one declared type. */
export class SqlRecordStore extends SqlStore implements RecordStore<AnyRecord> {
  readonly #type: RecordType

  constructor(type: RecordType, session: StoreSession) {
    super(session)
    this.#type = type
  }

  nextId(): RecordId {
    return uuidv7() as RecordId
  }

  async add(record: AnyRecord): Promise<AnyRecord> {
    await this.#write(async (em) => {
      await em.insert(getEntity(this.#type), { ...record })
      return { before: null, after: record }
    })
    return record
  }

  get(id: RecordId): Promise<AnyRecord | null> {
    return this.session.run((em) => em.findOne(getEntity(this.#type), { id }))
  }

  async change(id: RecordId, decide: (current: AnyRecord) => AnyRecord): Promise<AnyRecord | null> {
    const change = await this.#write(async (em) => {
      const row = await em.findOne(getEntity(this.#type), { id }, FOR_UPDATE)
      if (row === null) return null
      const before = { ...row }
      assignChanged<AnyRecord>(row, decide(before))
      return { before, after: { ...row } }
    })
    return change?.after ?? null
  }

  async remove(id: RecordId, decide: (current: AnyRecord) => void): Promise<boolean> {
    const removed = await this.#write(async (em) => {
      const row = await em.findOne(getEntity(this.#type), { id }, FOR_UPDATE)
      if (row === null) return null
      const before = { ...row }
      decide(before)
      em.remove(row)
      return { before, after: null }
    })
    return removed !== null
  }

  async #write(work: Write): Promise<Change<AnyRecord> | null> {
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
}
