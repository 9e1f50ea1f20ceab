import { Article, type ArticleId, type UserId } from '@content-service/domain'
import { findType } from '@content-service/domain/internal/model'
import {
  measureText,
  MOST_REVISION_BYTES,
  type ArticleEdit,
  type ArticleStore,
  type Revision,
} from '@content-service/domain/internal/articles'
import type { RevisionId } from '@content-service/domain/internal/rules'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { SqlRecordStore, type RecordChange } from '../records/record-store.ts'
import { appendRecorded } from '../recording/recorded-rows.ts'
import { execute, insertInto, type Sql } from '../statements/sql.ts'
import { SqlStore } from '../session/sql-store.ts'
import type { StoreSession } from '../session/store-session.ts'
import { selectRevision } from './revision.entity.ts'

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

/** 64 MB are at least this many texts of 500,000 characters. */
const LEAST_LARGE_HISTORY = 30

const createTrimStatement = (added: Revision, most: number): Sql => sql`
  delete from revisions where id in (
    select id from (
      select id, row_number() over newest as place,
        sum(octet_length(title) + octet_length(content) + octet_length(excerpt)) over newest as bytes
      from revisions where article_id = ${added.articleId}
      window newest as (order by created_at desc, id desc)
    ) kept where place >= ${most} or bytes + ${measureText(added)}::bigint > ${MOST_REVISION_BYTES}
  )`

export class SqlArticleStore extends SqlStore implements ArticleStore {
  readonly #records: SqlRecordStore<Article>

  constructor(session: StoreSession) {
    super(session)
    this.#records = new SqlRecordStore(findType(session.tables.model, Article), session)
  }

  nextId(): ArticleId {
    return this.#records.nextId()
  }

  nextRevisionId(): RevisionId {
    return uuidv7() as RevisionId
  }

  add(article: Article): Promise<Article> {
    return this.#records.add(article)
  }

  get(id: ArticleId): Promise<Article | null> {
    return this.#records.get(id)
  }

  change(id: ArticleId, decide: (current: Article) => ArticleEdit): Promise<Article | null> {
    const edit = this.#edit(decide)
    return this.#records.changeWith(id, edit)
  }

  revision(id: RevisionId): Promise<Revision | null> {
    return this.session.findRow(selectRevision(id))
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

  /** A change of articles that stores their revisions. */
  #edit(decide: (current: Article) => ArticleEdit): RecordChange<Article> {
    let edit: ArticleEdit | undefined
    return {
      decide: (current) => (edit = decide(current)).next,
      finish: async (em) => edit?.revision && this.#keep(em, edit.revision, edit),
    }
  }

  async #keep(em: SqlEntityManager, revision: Revision, edit: ArticleEdit): Promise<void> {
    await this.#trim(em, revision, edit)
    await execute(em, insertInto('revisions', revision))
  }

  /** C15.1. The statement counts the new revision, which comes after it. */
  async #trim(em: SqlEntityManager, revision: Revision, { mostRevisions, next }: ArticleEdit): Promise<void> {
    if (mostRevisions === undefined) return
    // Each revision has made a version, and the shortest history of the most bytes has this number of texts.
    if (next.version <= Math.min(mostRevisions, LEAST_LARGE_HISTORY)) return
    if ((await execute(em, createTrimStatement(revision, mostRevisions))) === 0) return
    const entry = { action: 'trim-revisions', resource: 'articles', resourceId: next.id } as const
    await appendRecorded(em, this.session.auditContext, { entries: [{ ...entry, decision: 'ALLOW' }] })
  }

  async #run(statement: Sql, written: readonly ArticleId[]): Promise<void> {
    const work = (em: SqlEntityManager) => execute(em, statement)
    await this.session.write('articles', work, () => written)
  }
}
