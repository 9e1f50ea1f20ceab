import type { RevisionId, UserId, ArticleId } from '../rules/ids.ts'
import type { ArticleStatus } from '../access/built-in-facts.ts'
import { rewriteArticle, type Article } from './article.ts'

/** A version of an article that an edit replaced, and the editor (C4.4). */
export interface Revision {
  readonly id: RevisionId
  readonly articleId: ArticleId
  readonly title: string
  readonly content: string
  readonly excerpt: string
  readonly excerptDerived: boolean
  readonly status: ArticleStatus
  readonly tags: readonly string[]
  readonly editorId: UserId
  readonly createdAt: Date
}

/** C15.1: the most bytes of the texts of all revisions of an article. */
export const MOST_REVISION_BYTES = 64_000_000

/** The bytes of the texts of a version. */
export const measureText = ({
  title,
  content,
  excerpt,
}: Pick<Revision, 'title' | 'content' | 'excerpt'>): number =>
  Buffer.byteLength(title) + Buffer.byteLength(content) + Buffer.byteLength(excerpt)

/** The revision of `replaced`, a version that `editorId` has replaced. */
export const createRevision = (replaced: Article, id: RevisionId, editorId: UserId, now: Date): Revision => ({
  id,
  articleId: replaced.id,
  title: replaced.title,
  content: replaced.content,
  excerpt: replaced.excerpt,
  excerptDerived: replaced.excerptDerived,
  status: replaced.status,
  tags: replaced.tags,
  editorId,
  createdAt: now,
})

/** C4.4: restores title, content, tags and excerpt, never the status. */
export const restoreText = (current: Article, revision: Revision): Article =>
  rewriteArticle(current, {
    title: revision.title,
    content: revision.content,
    tags: revision.tags,
    excerpt: revision.excerptDerived ? null : revision.excerpt,
  })
