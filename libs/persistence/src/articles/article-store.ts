import { Article, type ArticleId } from '@content-service/domain'
import { findType, type RecordRevision } from '@content-service/domain/internal/model'
import type { ArticleEdit, ArticleStore } from '@content-service/domain/internal/articles'
import type { RevisionId } from '@content-service/domain/internal/rules'
import { SqlRecordStore } from '../records/record-store.ts'
import { SqlStore } from '../session/sql-store.ts'
import type { StoreSession } from '../session/store-session.ts'

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

  change(id: ArticleId, decide: (current: Article) => ArticleEdit): Promise<Article | null> {
    let edit: ArticleEdit | undefined
    return this.#records.changeWith(id, {
      decide: (current) => (edit = decide(current)).next,
      findKeeping: () => edit?.keeping,
    })
  }

  revision(id: RevisionId): Promise<RecordRevision | null> {
    return this.#records.revision(id)
  }
}
