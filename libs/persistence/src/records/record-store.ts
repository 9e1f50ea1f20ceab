import type { RecordId, RecordType, UserId } from '@content-service/domain'
import { omitLinkedFacts } from '@content-service/domain/internal/access'
import {
  isKnown,
  withComputed,
  type AnyRecord,
  type DueRecord,
  type DueTrash,
  type Edit,
  type EditOfMany,
  type Liking,
  type Purged,
  type RecordRevision,
  type RecordStore,
  type Removal,
} from '@content-service/domain/internal/model'
import { recordNotFound, type RevisionId } from '@content-service/domain/internal/rules'
import type { Change } from '@content-service/domain/internal/events'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { ExpectedLink } from '../write-groups/insert-statement.ts'
import { translateDatabaseErrors } from '../statements/store-errors.ts'
import { execute, findRow, findRows, insertInto, type Sql } from '../statements/sql.ts'
import { SqlStore } from '../session/sql-store.ts'
import type { Work } from '../session/mode.ts'
import type { StoreSession } from '../session/store-session.ts'
import { fillSlugs } from '../slugs/fill-slugs.ts'
import { giveSlug } from '../slugs/give-slugs.ts'
import { keepRevisions } from '../revisions/keep-revision.ts'
import { selectRevision, toRevision } from '../revisions/stored-revisions.ts'
import { createLikeStatement, createUnlikeStatement, lockLiker } from '../counters/likes.ts'
import { createViewsStatement } from '../counters/views.ts'
import { purgeGuestRecords } from './guests/purge-guest-records.ts'
import { hasJoined, lockLinked, omitLinks, writeLinks } from '../tables/joining-table.ts'
import { updateRows } from '../tables/update-rows.ts'
import { writeValues } from '../tables/written-values.ts'
import { removeRecords } from './removals/remove-records.ts'
import { purgeTrash } from './trash/purge-trash.ts'
import { translateConstraint } from './record-errors.ts'
import { selectDue } from './schedule/schedules.ts'

type Write<R> = (em: SqlEntityManager) => Promise<Change<R> | null>

/** Adds to a row the facts of other rows by which the policy decides; null if readers no longer see the record. */
type ReadFacts<R> = (em: SqlEntityManager, row: R) => Promise<R | null>

/** The decision about locked records, and what their change knows beside it. */
type Decision<R> = Omit<EditOfMany<R>, 'facts'> & { readonly decide: (current: R) => R }

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

  async add(given: R, expected: ExpectedLink | null = null): Promise<R> {
    const type = this.#type
    const record = withComputed(type, given)
    // The statement of a group writes one table, and takes the slugs that are free.
    if (hasJoined(type, record)) return this.#addAlone(given)
    let added = record
    await this.session.insert({ type, record, expected }, async () => {
      added = await this.#addAlone(given)
    })
    return added
  }

  async #addAlone(given: R): Promise<R> {
    const type = this.#type
    const change = await this.write(async (em) => {
      const after = withComputed(type, await giveSlug(em, type, { before: null, after: given }))
      await execute(em, insertInto(type.plural, writeValues(type, omitLinks(type, after))))
      await writeLinks(em, type, { before: null, after })
      return { before: null, after }
    })
    return change?.after ?? given
  }

  async get(id: R['id']): Promise<R | null> {
    const statement = this.session.rowsOf(this.#type)
    const [values] = await this.session.findPrepared(statement, [id])
    if (values === undefined) return null
    // The columns of the statement are the attributes of the record.
    const row = statement.revive(values) as unknown as R
    if (!isKnown(this.#type, row)) return null
    return this.#read === readRow ? row : this.session.run((em) => this.#read(em, row))
  }

  async change(id: R['id'], decide: (current: R) => R, { keeping, ...edit }: Edit = {}): Promise<R | null> {
    const [changed = null] = await this.changeAll([id], decide, {
      ...edit,
      keeping: keeping && (() => keeping),
    })
    return changed
  }

  async changeAll(
    ids: readonly R['id'][],
    decide: (current: R) => R,
    { facts = [], ...edit }: EditOfMany<R> = {},
  ): Promise<readonly R[]> {
    const changes = await this.#writeAll(async (em) =>
      this.#change(em, await this.#lock(em, ids, facts), { ...edit, decide }),
    )
    return changes.flatMap(({ after }) => after ?? [])
  }

  async revision(id: RevisionId): Promise<RecordRevision | null> {
    const row = await this.session.findRow(selectRevision(this.#type, id))
    return row && toRevision(row)
  }

  async remove(
    id: R['id'],
    decide: (current: R) => void,
    { readable, facts = [] }: Removal = {},
  ): Promise<boolean> {
    const removed = await this.write(async (em) => {
      const [row] = await this.#lock(em, [id], facts)
      const before = row ? await this.#read(em, row) : null
      if (before === null) return null
      decide(before)
      await removeRecords(em, this.session, { type: this.#type, ids: [id], readable })
      return { before, after: null }
    })
    return removed !== null
  }

  like(id: R['id'], liking: Liking<R> & { readonly at: Date }): Promise<R> {
    return this.#count(id, liking, createLikeStatement(this.#type, { id, user: liking.user }, liking.at))
  }

  unlike(id: R['id'], liking: Liking<R>): Promise<R> {
    return this.#count(id, liking, createUnlikeStatement(this.#type, { id, user: liking.user }))
  }

  async addViews(counts: ReadonlyMap<R['id'], number>): Promise<void> {
    const write = (em: SqlEntityManager) => execute(em, createViewsStatement(this.#type, counts))
    await this.session.write(this.#type.plural, write, () => [])
  }

  async lock(ids: readonly (RecordId | UserId)[]): Promise<void> {
    const { plural } = this.#type
    const locking = sql`select id from ${sql.table(plural)} where id = any(${ids}) order by id for update`
    await translateDatabaseErrors(() => this.session.inTransaction((em) => findRows(em, locking)))
  }

  lockDue(now: Date, atMost: number, without: readonly R['id'][] = []): Promise<readonly DueRecord[]> {
    const { model } = this.session.tables
    const due = selectDue(model, this.#type, { now, atMost, without })
    return this.session.inTransaction((em) => findRows(em, due))
  }

  async purgeGuestRecords(createdBy: Date, atMost: number): Promise<number> {
    return purgeGuestRecords(this.session, this.#type, { createdBy, atMost })
  }

  fillSlugs(atMost: number): Promise<number> {
    return fillSlugs(this.session, this.#type, atMost)
  }

  purgeTrash(due: DueTrash): Promise<Purged> {
    return purgeTrash(this.session, this.#type, due)
  }

  /** Runs a write of a record. @throws the refusal of a value that breaks a constraint of the table. */
  async write(work: Write<R>): Promise<Change<R> | null> {
    const [change = null] = await this.#writeAll(async (em) => {
      const change = await work(em)
      return change === null ? [] : [change]
    })
    return change
  }

  async #writeAll(work: Work<readonly Change<R>[]>): Promise<readonly Change<R>[]> {
    try {
      return await this.session.change(this.#type.plural, work)
    } catch (error) {
      throw translateConstraint(this.#type, error, this.session.tables.model)
    }
  }

  async #change(
    em: SqlEntityManager,
    rows: readonly R[],
    { decide, keeping, event }: Decision<R>,
  ): Promise<readonly Change<R>[]> {
    const type = this.#type
    const changes: { readonly row: R; readonly before: R; readonly after: R }[] = []
    for (const row of rows) {
      const before = await this.#read(em, row)
      if (before === null) continue
      const after = await giveSlug(em, type, { before, after: decide(before) })
      changes.push({ row, before, after: withComputed(type, after) })
    }
    const stored = changes.map(({ row, after }) => ({ before: omitLinks(type, omitLinkedFacts(row)), after }))
    await updateRows(em, type, stored)
    for (const { row, after } of changes) await writeLinks(em, type, { before: row, after })
    const kept = { type, auditContext: this.session.auditContext }
    if (keeping) await keepRevisions(em, kept, changes, keeping)
    return changes.map(({ before, after }) => ({ before, after, event }))
  }

  /** Counts a like, or its removal, once the locked record allows it. */
  #count(id: R['id'], { user, decide, facts }: Liking<R>, statement: Sql): Promise<R> {
    const write = async (em: SqlEntityManager): Promise<R> => {
      await execute(em, lockLiker(user))
      const row = await findRow(em, this.#select(sql`id = ${id} for no key update`, facts))
      const record = row && isKnown(this.#type, row) ? await this.#read(em, row) : null
      if (record === null) throw recordNotFound(this.#type)
      decide?.(record)
      await execute(em, statement)
      return record
    }
    return this.session.write(this.#type.plural, write, () => [id])
  }

  /** The rows of the type for which a condition holds, with facts of the records to which they link. */
  #select(where: Sql, facts: readonly string[] = []): Sql<R> {
    return sql<R>`${this.session.rowsOf(this.#type).selectWith(facts)} where ${where}`
  }

  /** Locks records; without those that the declaration does not know (C15.17). */
  async #lock(
    em: SqlEntityManager,
    ids: readonly R['id'][],
    facts: readonly string[],
  ): Promise<readonly R[]> {
    await lockLinked(em, this.#type, ids)
    const chosen = ids.length === 1 ? sql`id = ${ids[0]}` : sql`id = any(${ids}) order by id`
    const rows = await findRows(em, this.#select(sql`${chosen} for update`, facts))
    return rows.filter((row) => isKnown(this.#type, row))
  }
}
