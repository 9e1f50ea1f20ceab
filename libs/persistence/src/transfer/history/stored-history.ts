import type { ContentModel, RecordId, RecordType, UserId } from '@content-service/domain'
import type { Draft, RecordRevision } from '@content-service/domain/internal/model'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { createLikesStatement, selectLikes, type MovedLike } from '../../counters/likes.ts'
import { putDraft, selectDraftKeys } from '../../drafts/stored-drafts.ts'
import { insertRevisions } from '../../revisions/revision-rows.ts'
import { execute, findRows, type Sql } from '../../statements/sql.ts'
import { findRevisionTable, isOfType } from '../../tables/revision-table.ts'

/** The record of a revision that is there. */
interface StoredRevision {
  /** The name of the type. */
  readonly of: string
  readonly recordId: string
}

interface Own {
  readonly of: RecordType
  readonly id: RecordId
  readonly user: UserId
}

const toKey = ({ of, id, user }: Own): string => `${of.plural} ${id} ${user}`

/** The revisions, likes and drafts of a batch that are there already, or on a line before. */
export class StoredHistory {
  readonly #em: SqlEntityManager
  readonly #revisions = new Map<string, StoredRevision>()
  readonly #likes = new Set<string>()
  readonly #drafts = new Set<string>()

  constructor(em: SqlEntityManager) {
    this.#em = em
  }

  async loadRevisions(lines: readonly { readonly of: RecordType; readonly ref: string }[]): Promise<void> {
    const byTable = Map.groupBy(lines, ({ of }) => findRevisionTable(of).name)
    for (const group of byTable.values()) {
      const [{ of } = {}] = group
      if (of === undefined) continue
      const { name, record, isShared } = findRevisionTable(of)
      const type = isShared ? sql`type` : sql`${sql.lit(of.name)}`
      const rows = await findRows(
        this.#em,
        sql<StoredRevision & { id: string }>`select id, ${type} as "of", ${sql.id(record)} as "recordId"
          from ${sql.table(name)} where id = any(${group.map(({ ref }) => ref)}::uuid[])`,
      )
      for (const { id, ...stored } of rows) this.noteRevision(id, stored)
    }
  }

  async loadDrafts(drafts: readonly Own[]): Promise<void> {
    for (const [of, group] of Map.groupBy(drafts, (draft) => draft.of)) {
      const keys = group.map(({ id, user }) => ({ recordId: id, userId: user }))
      for (const { recordId: id, userId: user } of await findRows(this.#em, selectDraftKeys(of, keys)))
        this.noteDraft({ of, id, user })
    }
  }

  async loadLikes(likes: readonly Own[]): Promise<void> {
    for (const [of, group] of Map.groupBy(likes, (like) => like.of)) {
      const pairs = group.map(({ id, user }) => ({ id, user }))
      for (const pair of await findRows(this.#em, selectLikes(of, pairs))) this.noteLike({ of, ...pair })
    }
  }

  findRevision(id: string): StoredRevision | null {
    return this.#revisions.get(id) ?? null
  }

  noteRevision(id: string, stored: StoredRevision): void {
    this.#revisions.set(id, stored)
  }

  /** Returns whether the draft is new. */
  noteDraft(draft: Own): boolean {
    const { size } = this.#drafts
    return this.#drafts.add(toKey(draft)).size > size
  }

  /** Returns whether the like is new. */
  noteLike(like: Own): boolean {
    const { size } = this.#likes
    return this.#likes.add(toKey(like)).size > size
  }
}

/** The new revisions, likes and drafts of a type. */
interface Added {
  readonly revisions: RecordRevision[]
  readonly likes: MovedLike[]
  readonly drafts: Draft[]
}

const lockUsers = (ids: readonly UserId[]): Sql =>
  sql`select id from users where id = any(${[...new Set(ids)]}) order by id for key share`

const lockRecords = ({ plural }: RecordType, ids: readonly string[]): Sql<{ id: string }> =>
  sql`select id from ${sql.table(plural)} where id = any(${[...new Set(ids)]}::uuid[]) order by id for no key update`

/**
 * Each revision has made a version: a record whose line gives no version, or a lower one, gets one, because later edits count
 * the revisions only of records with many versions (C15.1).
 */
const raiseVersions = (type: RecordType, ids: readonly string[]): Sql => {
  const table = findRevisionTable(type)
  const record = sql.id(table.record)
  const records = sql.table(type.plural)
  return sql`update ${records} set version = kept.count + 1 from (
      select ${record} as id, count(*)::integer as count from ${sql.table(table.name)}
      where ${record} = any(${ids}::uuid[]) and ${isOfType(table, type)} group by 1
    ) kept where ${records}.id = kept.id and ${records}.version <= kept.count`
}

/** The revisions, likes and drafts that a batch adds. */
export class AddedHistory {
  readonly #types = new Map<RecordType, Added>()

  addRevision(type: RecordType, revision: RecordRevision): void {
    this.#of(type).revisions.push(revision)
  }

  addDraft(type: RecordType, draft: Draft): void {
    this.#of(type).drafts.push(draft)
  }

  addLike(type: RecordType, like: MovedLike): void {
    this.#of(type).likes.push(like)
  }

  /**
   * Locks the accounts before the records, in the order in which the deletion of an account locks both. Another process can
   * have deleted a record since the batch has found it.
   */
  async insert(em: SqlEntityManager, { linkedFirst }: ContentModel): Promise<void> {
    const all = [...this.#types.values()]
    if (all.length === 0) return
    const users = all.flatMap(({ revisions, likes, drafts }) => [
      ...drafts.map(({ userId }) => userId),
      ...revisions.map(({ editorId }) => editorId),
      ...likes.map(({ user }) => user),
    ])
    await findRows(em, lockUsers(users))
    for (const type of linkedFirst) {
      const added = this.#types.get(type)
      if (added !== undefined) await insertAdded(em, type, added)
    }
  }

  #of(type: RecordType): Added {
    const known = this.#types.get(type) ?? { revisions: [], likes: [], drafts: [] }
    this.#types.set(type, known)
    return known
  }
}

const insertAdded = async (em: SqlEntityManager, type: RecordType, added: Added): Promise<void> => {
  const named = [
    ...[...added.revisions, ...added.drafts].map(({ recordId }) => recordId),
    ...added.likes.map(({ id }) => id),
  ]
  const locked = await findRows(em, lockRecords(type, named))
  const ids = new Set(locked.map(({ id }) => id))
  const revisions = added.revisions.filter(({ recordId }) => ids.has(recordId))
  const likes = added.likes.filter(({ id }) => ids.has(id))
  if (revisions.length > 0) {
    await execute(em, insertRevisions(type, revisions))
    await execute(em, raiseVersions(type, [...ids]))
  }
  if (likes.length > 0) await execute(em, createLikesStatement(type, likes))
  for (const draft of added.drafts) if (ids.has(draft.recordId)) await execute(em, putDraft(type, draft))
}
