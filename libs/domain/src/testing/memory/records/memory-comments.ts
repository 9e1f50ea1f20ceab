import { toArticleFacts } from '../../../articles/article-facts.ts'
import { Comment, type CommentOnArticle } from '../../../comments/comment.ts'
import type { CommentStore } from '../../../comments/comment-store.ts'
import type { MemorySession } from '../memory-session.ts'
import { nextUuid } from '../memory-tables.ts'
import { MemoryRecords } from './memory-records.ts'

const ARTICLE_FACTS = ['article.id', 'article.ownerId', 'article.status']

export const memoryComments = (session: MemorySession): CommentStore => {
  const { articles } = session.tables
  const records = new MemoryRecords<CommentOnArticle>(session, Comment, { facts: ARTICLE_FACTS })
  return {
    nextId: () => nextUuid(),
    article: async (id) => articles.get(id) ?? null,
    add: async (comment, decide) => {
      const article = articles.get(comment.articleId)
      if (article === undefined) return null
      decide(article)
      return records.put({ ...comment, ...toArticleFacts(article) })
    },
    get: async (id) => records.find(id),
    change: async (id, decide) => records.change(id, decide),
    remove: async (id, decide) => records.remove(id, decide),
  }
}
