import { Article } from '../../../articles/article.ts'
import type { ArticleStore } from '../../../articles/article-store.ts'
import { badValue } from '../../../rules/errors.ts'
import type { ArticleId } from '../../../rules/ids.ts'
import type { MemorySession } from '../memory-session.ts'
import { nextUuid, type MemoryTables } from '../memory-tables.ts'
import { MemoryRecords } from './memory-records.ts'
import { findRevision } from './memory-revisions.ts'

const count = ({ articles }: MemoryTables, id: ArticleId, counter: 'likes' | 'views', by: number): void =>
  articles.change({ id }, (article) => ({ [counter]: article[counter] + by }))

export const memoryArticles = (session: MemorySession): ArticleStore => {
  const { tables } = session
  const { likes } = tables
  const records = new MemoryRecords<Article>(session, Article)
  return {
    nextId: () => nextUuid(),
    add: async (article) => {
      if (!tables.users.has(article.ownerId)) throw badValue(['authorId'], 'there is no user with this id')
      return records.put(article)
    },
    get: async (id) => records.find(id),
    change: async (id, decide, { keeping } = {}) => records.changeKeeping(id, decide, keeping),
    revision: async (id) => findRevision(session, Article, id),
    like: async (id, user, now) => {
      session.recordWrite('articles', id)
      const like = { articleId: id, userId: user }
      if (likes.find(like)) return
      likes.put({ ...like, createdAt: now })
      count(tables, id, 'likes', 1)
    },
    unlike: async (id, user) => {
      session.recordWrite('articles', id)
      count(tables, id, 'likes', -likes.remove({ articleId: id, userId: user }).length)
    },
    addViews: async (counts) => {
      for (const [id, amount] of counts) count(tables, id, 'views', amount)
    },
  }
}
