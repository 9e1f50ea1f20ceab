import { Article, Comment, type ArticleId, type CommentId, type UserId } from '@content-service/domain'
import { findType, withComputed } from '@content-service/domain/internal/model'
import {
  toArticleFacts,
  type CommentedArticle,
  type CommentOnArticle,
  type CommentStore,
} from '@content-service/domain/internal/comments'
import type { ArticleStatus } from '@content-service/domain/internal/access'
import { sql } from 'kysely'
import { SqlRecordStore } from '../records/record-store.ts'
import { nameStatement } from '../statements/prepared-statement.ts'
import { execute, findRow, insertInto, type Sql } from '../statements/sql.ts'
import { SqlStore } from '../session/sql-store.ts'
import type { StoreSession } from '../session/store-session.ts'

const READ_ARTICLE = nameStatement('select owner_id, status from articles where id = $1')

/** The facts of an article for a comment, with an optional lock. */
const selectFacts = (id: ArticleId, lock: Sql = sql``) =>
  sql<CommentedArticle>`select id, owner_id as "ownerId", status from articles where id = ${id}${lock}`

const addFacts = (comment: Comment, article: CommentedArticle): CommentOnArticle => ({
  ...comment,
  ...toArticleFacts(article),
})

export class SqlCommentStore extends SqlStore implements CommentStore {
  readonly #records: SqlRecordStore<CommentOnArticle>

  constructor(session: StoreSession) {
    super(session)
    this.#records = new SqlRecordStore<CommentOnArticle>(
      findType(session.tables.model, Comment),
      session,
      async (em, comment) => {
        const article = await findRow(em, selectFacts(comment.articleId))
        return article && addFacts(comment, article)
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
    given: Comment,
    decide: (article: CommentedArticle) => void,
    seen?: CommentedArticle,
  ): Promise<CommentOnArticle | null> {
    const comment = withComputed(findType(this.session.tables.model, Comment), given)
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
    const change = await this.#records.write(async (em) => {
      // A shared lock: comments do not wait for each other, only for a change of the article.
      const article = await findRow(em, selectFacts(comment.articleId, sql` for share`))
      if (article === null) return null
      decide(article)
      await execute(em, insertInto('comments', comment))
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
}
