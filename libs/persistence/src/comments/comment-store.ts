import { Article, Comment, type ArticleId, type CommentId, type UserId } from '@content-service/domain'
import { findType } from '@content-service/domain/model'
import type { CommentedArticle, CommentOnArticle, CommentStore } from '@content-service/domain/comments'
import type { ArticleStatus } from '@content-service/domain/access'
import { LockMode } from '@mikro-orm/core'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { getEntity } from '../records/record-entity.ts'
import { SqlRecordStore } from '../records/record-store.ts'
import { nameStatement } from '../reading/prepared-statement.ts'
import { SqlStore } from '../sql-store.ts'
import type { StoreSession } from '../store-session.ts'

type Lock = { readonly lockMode?: LockMode }

const READ_ARTICLE = nameStatement('select owner_id, status from articles where id = $1')

const addFacts = (comment: Comment, { ownerId, status }: CommentedArticle): CommentOnArticle => ({
  ...comment,
  articleOwnerId: ownerId,
  articleStatus: status,
})

export class SqlCommentStore extends SqlStore implements CommentStore {
  readonly #records: SqlRecordStore<CommentOnArticle>

  constructor(session: StoreSession) {
    super(session)
    this.#records = new SqlRecordStore(
      findType(session.tables.model, Comment),
      session,
      async (em, comment) => {
        const article = await this.#facts(em, comment.articleId)
        if (article === null) throw new Error('A comment has lost its article.')
        return addFacts(comment, article)
      },
    )
  }

  nextId(): CommentId {
    return this.#records.nextId()
  }

  async article(id: ArticleId): Promise<CommentedArticle | null> {
    const [row] = await this.session.findPrepared(READ_ARTICLE, [id])
    // The statement selects these columns.
    const [ownerId, status] = (row ?? []) as [UserId, ArticleStatus]
    return row ? { id, ownerId, status } : null
  }

  async add(
    comment: Comment,
    decide: (article: CommentedArticle) => void,
    seen?: CommentedArticle,
  ): Promise<CommentOnArticle | null> {
    if (seen === undefined) return this.#addAlone(comment, decide)
    decide(seen)
    const { model } = this.session.tables
    const { ownerId, status } = seen
    let added: CommentOnArticle | null = addFacts(comment, seen)
    const expected = {
      attribute: 'articleId',
      type: findType(model, Article),
      values: { ownerId, status },
    }
    await this.session.insert(
      { type: findType(model, Comment), record: added, expected },
      async () => void (added = await this.#addAlone(comment, decide)),
    )
    return added
  }

  async #addAlone(
    comment: Comment,
    decide: (article: CommentedArticle) => void,
  ): Promise<CommentOnArticle | null> {
    const { model } = this.session.tables
    const change = await this.#records.write(async (em) => {
      // A shared lock: comments do not wait for each other, only for a change of the article.
      const article = await this.#facts(em, comment.articleId, { lockMode: LockMode.PESSIMISTIC_READ })
      if (article === null) return null
      decide(article)
      await em.insert(getEntity(findType(model, Comment)), { ...comment })
      return { before: null, after: addFacts(comment, article) }
    })
    return change?.after ?? null
  }

  get(id: CommentId): Promise<CommentOnArticle | null> {
    return this.#records.get(id)
  }

  change(
    id: CommentId,
    decide: (current: CommentOnArticle) => CommentOnArticle,
  ): Promise<CommentOnArticle | null> {
    return this.#records.change(id, decide)
  }

  remove(id: CommentId, decide: (current: CommentOnArticle) => void): Promise<boolean> {
    return this.#records.remove(id, decide)
  }

  async #facts(em: SqlEntityManager, id: ArticleId, lock: Lock = {}): Promise<CommentedArticle | null> {
    const entity = getEntity(findType(this.session.tables.model, Article))
    const fields = ['id', 'ownerId', 'status'] as never[]
    return (await em.findOne(entity, { id }, { ...lock, fields })) as unknown as CommentedArticle | null
  }
}
