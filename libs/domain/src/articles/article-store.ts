import type { RecordRevision } from '../model/revisions/revision.ts'
import type { Edit } from '../model/types/record-store.ts'
import type { ArticleId, RevisionId, UserId } from '../rules/ids.ts'
import type { Article } from './article.ts'

/** Port: stores articles. */
export interface ArticleStore {
  /** A new id, in the order of creation (UUIDv7). */
  nextId(): ArticleId
  /** @throws ContentError BAD_USER_INPUT at `authorId` when the owner does not exist. */
  add(article: Article): Promise<Article>
  get(id: ArticleId): Promise<Article | null>
  change(id: ArticleId, decide: (current: Article) => Article, edit?: Edit): Promise<Article | null>
  revision(id: RevisionId): Promise<RecordRevision | null>
  /** A user likes an article at most once. Idempotent; changes neither version nor updatedAt (C4.6). */
  like(id: ArticleId, user: UserId, now: Date): Promise<void>
  unlike(id: ArticleId, user: UserId): Promise<void>
  /** Adds to the counters of several articles at once (C4.6). */
  addViews(counts: ReadonlyMap<ArticleId, number>): Promise<void>
}
