import type { ArticleId, RevisionId, UserId } from '../rules/ids.ts'
import type { Article } from './article.ts'
import type { Revision } from './revision.ts'

/** Port: stores articles. */
export interface ArticleStore {
  /** A new id, in the order of creation (UUIDv7). */
  nextId(): ArticleId
  nextRevisionId(): RevisionId
  /** @throws ContentError BAD_USER_INPUT at `authorId` when the owner does not exist. */
  add(article: Article): Promise<Article>
  get(id: ArticleId): Promise<Article | null>
  /**
   * Runs `decide` on the locked row and stores its result together with the new revision, in one transaction. Null if
   * there is no article with this id.
   */
  change(id: ArticleId, decide: (current: Article) => ArticleEdit): Promise<Article | null>
  revision(id: RevisionId): Promise<Revision | null>
  /** A user likes an article at most once. Idempotent; changes neither version nor updatedAt (C4.6). */
  like(id: ArticleId, user: UserId, now: Date): Promise<void>
  unlike(id: ArticleId, user: UserId): Promise<void>
  /** Adds to the counters of several articles at once (C4.6). */
  addViews(counts: ReadonlyMap<ArticleId, number>): Promise<void>
}

export interface ArticleEdit {
  readonly next: Article
  readonly revision?: Revision
  /**
   * C15.1: the most revisions of the article, this one included. The store removes the oldest in the same transaction, also
   * those beyond MOST_REVISION_BYTES, with an entry of the audit log. Absent for a job, after which the next edit does it.
   */
  readonly mostRevisions?: number
}
