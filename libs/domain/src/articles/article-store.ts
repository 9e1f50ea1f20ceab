import type { Keeping, RecordRevision } from '../model/revisions/revision.ts'
import type { ArticleId, RevisionId } from '../rules/ids.ts'
import type { Article } from './article.ts'

/** Port: stores articles. */
export interface ArticleStore {
  /** A new id, in the order of creation (UUIDv7). */
  nextId(): ArticleId
  /** @throws ContentError BAD_USER_INPUT at `authorId` when the owner does not exist. */
  add(article: Article): Promise<Article>
  get(id: ArticleId): Promise<Article | null>
  /**
   * Runs `decide` on the locked row and stores its result together with the revision that it keeps, in one transaction. Null
   * if there is no article with this id.
   */
  change(id: ArticleId, decide: (current: Article) => ArticleEdit): Promise<Article | null>
  revision(id: RevisionId): Promise<RecordRevision | null>
}

export interface ArticleEdit {
  readonly next: Article
  /** The version before becomes a revision, if its text or state differs (C4.4). */
  readonly keeping?: Keeping
}
