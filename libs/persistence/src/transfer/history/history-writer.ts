import type { ContentModel, RecordId, RecordType, UserId } from '@content-service/domain'
import {
  deriveInitial,
  getDraftType,
  getRevisionType,
  listPartIds,
  readRevisedValues,
  SINGLE_ID,
} from '@content-service/domain/internal/model'
import { badValue, GHOST_ID } from '@content-service/domain/internal/rules'
import {
  listHistory,
  type ContentRecord,
  type DraftLine,
  type LikeLine,
  type LineHistory,
  type RevisionLine,
  type ScheduleLine,
  type SlugLine,
} from '@content-service/domain/internal/transfer'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { refuseFuture } from './refuse-future.ts'
import { resolveDraft, resolveKept } from './kept-links.ts'
import type { LineEffect } from '../record-set.ts'
import type { References } from '../references.ts'
import { AddedHistory, StoredHistory } from './stored-history.ts'
import { writeOldSlug } from './write-old-slug.ts'
import { writeSchedule } from './write-schedule.ts'

interface WriterOptions {
  readonly model: ContentModel
  readonly references: References
  readonly now: Date
  /** Inserts the records of the lines before. */
  readonly insertRecords: () => Promise<void>
}

/** A line of a user on a record. */
interface OwnLine {
  readonly of: RecordType
  readonly id: RecordId
  readonly user: UserId
}

/** Writes the lines of revisions, likes, schedules, drafts and old slugs (C17.10). */
export class HistoryWriter {
  readonly #em: SqlEntityManager
  readonly #model: ContentModel
  readonly #references: References
  readonly #now: Date
  readonly #insertRecords: WriterOptions['insertRecords']
  readonly #stored: StoredHistory
  readonly #added = new AddedHistory()

  constructor(em: SqlEntityManager, { model, references, now, insertRecords }: WriterOptions) {
    this.#em = em
    this.#model = model
    this.#references = references
    this.#now = now
    this.#insertRecords = insertRecords
    this.#stored = new StoredHistory(em)
  }

  /** Reads what is there already of the lines of a batch. */
  async load(records: readonly ContentRecord[]): Promise<void> {
    const lines = records.flatMap((line) => {
      const history = this.find(line)
      return history === undefined ? [] : [{ line, ...history }]
    })
    await this.#stored.loadRevisions(
      lines.flatMap(({ kind, of, line }) =>
        kind === 'revision' ? [{ of, ref: (line as RevisionLine).ref }] : [],
      ),
    )
    const likes: OwnLine[] = []
    const drafts: OwnLine[] = []
    for (const { kind, of, line } of lines) {
      if (kind !== 'like' && kind !== 'draft') continue
      const [id, user] = [
        await this.#findRecord(of, line as LikeLine),
        await this.#references.user((line as LikeLine).user),
      ]
      if (id !== null && user !== null) (kind === 'like' ? likes : drafts).push({ of, id, user })
    }
    await this.#stored.loadLikes(likes)
    await this.#stored.loadDrafts(drafts)
  }

  /** What the line adds to a record; undefined for the line of a record. */
  find({ type }: ContentRecord): LineHistory | undefined {
    return listHistory(this.#model).get(type)
  }

  /** @throws BAD_USER_INPUT for a line that names what is not there. */
  async add({ kind, of }: LineHistory, line: ContentRecord): Promise<LineEffect> {
    // The rules of the type of the line have accepted it.
    if (kind === 'revision') return this.#addRevision(of, line as RevisionLine)
    if (kind === 'draft') return this.#addDraft(of, line as DraftLine)
    if (kind === 'slug') return this.#addSlug(of, line as SlugLine)
    return kind === 'like' ? this.#addLike(of, line as LikeLine) : this.#setSchedule(of, line as ScheduleLine)
  }

  insert(): Promise<void> {
    return this.#added.insert(this.#em, this.#model)
  }

  async #addRevision(of: RecordType, line: RevisionLine): Promise<LineEffect> {
    const { ref: id, createdAt } = line
    const recordId = await this.#requireRecord(of, line)
    const editorId = await this.#requireUser('editor', line.editor)
    refuseFuture(['createdAt'], createdAt, this.#now)
    const stored = this.#stored.findRevision(id)
    if (stored !== null && (stored.of !== of.name || stored.recordId !== recordId))
      throw badValue(['ref'], 'is the ref of a revision of another record')
    if (stored !== null) return 'unchanged'
    const kept = { references: this.#references, model: this.#model, type: of }
    const resolved = await resolveKept(kept, line.values)
    const values = readRevisedValues(of, { ...resolved, ...deriveInitial(getRevisionType(of), resolved) })
    this.#stored.noteRevision(id, { of: of.name, recordId })
    this.#added.addRevision(of, { id, recordId, editorId, createdAt, values })
    return 'added'
  }

  /** C4.6: a user likes a record once, so that a like that is there already counts no more. */
  async #addLike(of: RecordType, line: LikeLine): Promise<LineEffect> {
    const id = await this.#requireRecord(of, line)
    const user = await this.#requireUser('user', line.user)
    if (user === GHOST_ID) throw badValue(['user'], 'must not be the ghost, who likes nothing')
    refuseFuture(['createdAt'], line.createdAt, this.#now)
    if (!this.#stored.noteLike({ of, id, user })) return 'unchanged'
    this.#added.addLike(of, { id, user, at: line.createdAt })
    return 'added'
  }

  /** C17.6: a draft that is there stays: its user can have gone on with it. */
  async #addDraft(of: RecordType, line: DraftLine): Promise<LineEffect> {
    const recordId = await this.#requireRecord(of, line)
    const userId = await this.#requireUser('user', line.user)
    if (userId === GHOST_ID) throw badValue(['user'], 'must not be the ghost, who writes no drafts')
    refuseFuture(['changedAt'], line.changedAt, this.#now)
    if (!this.#stored.noteDraft({ of, id: recordId, user: userId })) return 'unchanged'
    const kept = { references: this.#references, model: this.#model, type: of }
    const resolved = await resolveDraft(kept, line.values)
    const { baseVersion, changedAt, digests } = line
    const values = { ...resolved, ...listPartIds(getDraftType(of), resolved) }
    this.#added.addDraft(of, { recordId, userId, baseVersion, changedAt, values, digests })
    return 'added'
  }

  async #setSchedule(of: RecordType, line: ScheduleLine): Promise<LineEffect> {
    const id = await this.#requireRecord(of, line)
    const by = line.user === undefined ? null : await this.#requireUser('user', line.user)
    await this.#insertRecords()
    return writeSchedule(this.#em, of, { id, by, at: line.publishAt }, this.#now)
  }

  async #addSlug(of: RecordType, line: SlugLine): Promise<LineEffect> {
    const id = await this.#requireRecord(of, line)
    await this.#insertRecords()
    return writeOldSlug(this.#em, of, { id, slug: line.slug, leftAt: line.leftAt }, this.#now)
  }

  async #findRecord(of: RecordType, { of: name }: Pick<RevisionLine, 'of'>): Promise<RecordId | null> {
    return of.isSingle ? (SINGLE_ID as RecordId) : this.#references.findDeclared(of, String(name))
  }

  async #requireRecord(of: RecordType, line: Pick<RevisionLine, 'of'>): Promise<RecordId> {
    const id = await this.#findRecord(of, line)
    if (id === null) throw badValue(['of'], `there is no ${of.word} ${JSON.stringify(line.of)}`)
    return id
  }

  async #requireUser(member: string, username: string): Promise<UserId> {
    const id = await this.#references.user(username)
    if (id === null) throw badValue([member], `there is no user ${JSON.stringify(username)}`)
    return id
  }
}
