import { Article } from '../../../articles/article.ts'
import type { ArticleEdit, ArticleStore } from '../../../articles/article-store.ts'
import { badValue } from '../../../rules/errors.ts'
import type { ArticleId } from '../../../rules/ids.ts'
import type { MemorySession } from '../memory-session.ts'
import { nextUuid } from '../memory-tables.ts'
import { MemoryRecords } from './memory-records.ts'
import { findRevision } from './memory-revisions.ts'

export const memoryArticles = (session: MemorySession): ArticleStore => {
  const { tables } = session
  const records = new MemoryRecords<Article>(session, Article)
  const change = (id: ArticleId, decide: (current: Article) => ArticleEdit): Article | null => {
    let edit: ArticleEdit | undefined
    return records.changeKeeping(
      id,
      (current) => (edit = decide(current)).next,
      () => edit?.keeping,
    )
  }
  return {
    nextId: () => nextUuid(),
    add: async (article) => {
      if (!tables.users.has(article.ownerId)) throw badValue(['authorId'], 'there is no user with this id')
      return records.put(article)
    },
    get: async (id) => records.find(id),
    change: async (id, decide) => change(id, decide),
    revision: async (id) => findRevision(session, Article, id),
  }
}
