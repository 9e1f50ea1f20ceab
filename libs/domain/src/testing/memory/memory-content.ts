import { omitLinkedFacts } from '../../access/linked-facts.ts'
import { Article } from '../../articles/article.ts'
import type { ArticleEdit, ArticleStore } from '../../articles/article-store.ts'
import { measureText, MOST_REVISION_BYTES, type Revision } from '../../articles/revision.ts'
import { Comment, type CommentOnArticle } from '../../comments/comment.ts'
import type { CommentedArticle } from '../../articles/article-facts.ts'
import type { CommentStore } from '../../comments/comment-store.ts'
import { badValue } from '../../rules/errors.ts'
import type { ArticleId, CommentId, RevisionId, UserId } from '../../rules/ids.ts'
import { changeLinked } from './memory-links.ts'
import { MemoryStore } from './memory-store.ts'
import { nextUuid } from './memory-tables.ts'

export class MemoryArticleStore extends MemoryStore implements ArticleStore {
  nextId(): ArticleId {
    return nextUuid()
  }

  nextRevisionId(): RevisionId {
    return nextUuid()
  }

  async add(article: Article): Promise<Article> {
    if (!this.tables.users.has(article.ownerId)) throw badValue(['authorId'], 'there is no user with this id')
    this.tables.articles.put(article)
    this.session.recordChanges('articles', { before: null, after: article })
    return article
  }

  async get(id: ArticleId): Promise<Article | null> {
    return this.tables.articles.get(id) ?? null
  }

  async change(id: ArticleId, decide: (current: Article) => ArticleEdit): Promise<Article | null> {
    const current = this.tables.articles.get(id)
    if (current === undefined) return null
    const { next, revision, mostRevisions = Infinity } = decide(current)
    this.tables.articles.put(next)
    if (revision) this.tables.revisions.put(revision)
    this.session.recordChanges('articles', { before: current, after: next })
    if (revision) this.#trimRevisions(id, mostRevisions)
    return next
  }

  #trimRevisions(id: ArticleId, most: number): void {
    const kept = [...this.tables.revisions.values()].filter(({ articleId }) => articleId === id)
    let bytes = 0
    const old = kept.toReversed().filter((revision, place) => {
      bytes += measureText(revision)
      return place >= most || bytes > MOST_REVISION_BYTES
    })
    for (const revision of old) this.tables.revisions.delete(revision.id)
    if (old.length > 0) this.session.noteAction('trim-revisions', 'articles', id)
  }

  async revision(id: RevisionId): Promise<Revision | null> {
    return this.tables.revisions.get(id) ?? null
  }

  async like(id: ArticleId, user: UserId, now: Date): Promise<void> {
    this.session.recordWrite('articles', id)
    const like = { articleId: id, userId: user }
    if (this.tables.likes.find(like)) return
    this.tables.likes.put({ ...like, createdAt: now })
    this.#count(id, 'likes', 1)
  }

  async unlike(id: ArticleId, user: UserId): Promise<void> {
    this.session.recordWrite('articles', id)
    this.#count(id, 'likes', -this.tables.likes.remove({ articleId: id, userId: user }).length)
  }

  async changeDue(now: Date, atMost: number, decide: (current: Article) => ArticleEdit): Promise<number> {
    const due = [...this.tables.articles.values()].flatMap(({ id, scheduledFor }) =>
      scheduledFor !== null && scheduledFor <= now ? [{ id, at: scheduledFor.getTime() }] : [],
    )
    const first = due.toSorted((a, b) => a.at - b.at).slice(0, atMost)
    // All at once, as in a transaction that has locked them.
    await Promise.all(first.map(({ id }) => this.change(id, decide)))
    return first.length
  }

  async purge(deletedBefore: Date, atMost: number): Promise<number> {
    const { articles } = this.tables
    const isOld = ({ status, updatedAt }: Article): boolean =>
      status === 'DELETED' && updatedAt !== null && updatedAt < deletedBefore
    const old = articles.remove(isOld, atMost)
    changeLinked(this.session, { type: Article, ids: old.map(({ id }) => id) })
    this.session.recordChanges('articles', ...old.map((before) => ({ before, after: null })))
    return old.length
  }

  async addViews(counts: ReadonlyMap<ArticleId, number>): Promise<void> {
    for (const [id, amount] of counts) this.#count(id, 'views', amount)
  }

  #count(id: ArticleId, counter: 'likes' | 'views', amount: number): void {
    this.tables.articles.change({ id }, (article) => ({ [counter]: article[counter] + amount }))
  }
}

export class MemoryCommentStore extends MemoryStore implements CommentStore {
  nextId(): CommentId {
    return nextUuid()
  }

  async article(id: ArticleId): Promise<CommentedArticle | null> {
    return this.tables.articles.get(id) ?? null
  }

  async add(comment: Comment, decide: (article: CommentedArticle) => void): Promise<CommentOnArticle | null> {
    const article = this.tables.articles.get(comment.articleId)
    if (article === undefined) return null
    decide(article)
    this.tables.comments.put(comment)
    const added = this.tables.onArticle(comment)
    this.session.recordChanges('comments', { before: null, after: added })
    return added
  }

  async get(id: CommentId): Promise<CommentOnArticle | null> {
    const comment = this.tables.comments.get(id)
    return comment ? this.tables.onArticle(comment) : null
  }

  async change(
    id: CommentId,
    decide: (current: CommentOnArticle) => CommentOnArticle,
  ): Promise<CommentOnArticle | null> {
    const current = await this.get(id)
    if (current === null) return null
    const next: Comment = omitLinkedFacts(decide(current))
    this.tables.comments.put(next)
    const changed = this.tables.onArticle(next)
    this.session.recordChanges('comments', { before: current, after: changed })
    return changed
  }

  async remove(id: CommentId, decide: (current: CommentOnArticle) => void): Promise<boolean> {
    const current = await this.get(id)
    if (current === null) return false
    decide(current)
    changeLinked(this.session, { type: Comment, ids: [id] })
    this.session.recordChanges('comments', { before: current, after: null })
    return this.tables.comments.delete(id)
  }
}
