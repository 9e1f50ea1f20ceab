import { Article, type ArticleId, type UserId } from '@content-service/domain'
import { findType, type Edit, type RecordRevision } from '@content-service/domain/internal/model'
import type { ArticleStore } from '@content-service/domain/internal/articles'
import type { RevisionId } from '@content-service/domain/internal/rules'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { SqlRecordStore } from '../records/record-store.ts'
import { execute, insertInto, type Sql } from '../statements/sql.ts'
import { SqlStore } from '../session/sql-store.ts'
import type { StoreSession } from '../session/store-session.ts'

const createLikeStatement = (articleId: ArticleId, userId: UserId, createdAt: Date): Sql => {
  const like = insertInto('likes', { articleId, userId, createdAt })
  return sql`with liked as (${like} on conflict do nothing returning article_id)
    update articles set likes = likes + 1 where id in (select article_id from liked)`
}

const createUnlikeStatement = (id: ArticleId, user: UserId): Sql =>
  sql`with unliked as (delete from likes where article_id = ${id} and user_id = ${user} returning article_id)
    update articles set likes = likes - 1 where id in (select article_id from unliked)`

/**
 * Updates the rows in the order of ids, so that two processes that write counts at once wait instead of deadlocking.
 */
const createViewsStatement = (views: ReadonlyMap<ArticleId, number>): Sql => {
  const given = JSON.stringify([...views].map(([id, amount]) => ({ id, amount })))
  return sql`with counted as (
      select articles.id, amount from articles
      join json_to_recordset(${given}::json) as given(id uuid, amount integer) using (id) order by id for no key update of articles
    ) update articles set views = views + counted.amount from counted where articles.id = counted.id`
}

export class SqlArticleStore extends SqlStore implements ArticleStore {
  readonly #records: SqlRecordStore<Article>

  constructor(session: StoreSession) {
    super(session)
    this.#records = new SqlRecordStore(findType(session.tables.model, Article), session)
  }

  nextId(): ArticleId {
    return this.#records.nextId()
  }

  add(article: Article): Promise<Article> {
    return this.#records.add(article)
  }

  get(id: ArticleId): Promise<Article | null> {
    return this.#records.get(id)
  }

  change(id: ArticleId, decide: (current: Article) => Article, edit?: Edit): Promise<Article | null> {
    return this.#records.change(id, decide, edit)
  }

  revision(id: RevisionId): Promise<RecordRevision | null> {
    return this.#records.revision(id)
  }

  like(id: ArticleId, user: UserId, now: Date): Promise<void> {
    return this.#run(createLikeStatement(id, user, now), [id])
  }

  unlike(id: ArticleId, user: UserId): Promise<void> {
    return this.#run(createUnlikeStatement(id, user), [id])
  }

  addViews(counts: ReadonlyMap<ArticleId, number>): Promise<void> {
    return this.#run(createViewsStatement(counts), [])
  }

  async #run(statement: Sql, written: readonly ArticleId[]): Promise<void> {
    const work = (em: SqlEntityManager) => execute(em, statement)
    await this.session.write('articles', work, () => written)
  }
}
