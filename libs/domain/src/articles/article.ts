import { accept, clearable, required } from '../accept.ts'
import type { ArticleId, UserId } from '../ids.ts'
import { lineOf, textOf } from '../text.ts'
import { derivedExcerpt } from './excerpt.ts'
import type { ArticleStatus } from './publish-workflow.ts'
import { tags } from './tags.ts'

export interface Article {
  readonly id: ArticleId
  readonly title: string
  /** Markdown, stored and returned verbatim. */
  readonly content: string
  readonly excerpt: string
  /** True while the excerpt follows the content (C4.1). */
  readonly excerptDerived: boolean
  readonly status: ArticleStatus
  readonly tags: readonly string[]
  readonly ownerId: UserId
  readonly likes: number
  readonly views: number
  readonly createdAt: Date
  readonly updatedAt: Date | null
  /** Set at the first publication and kept (C4.3). */
  readonly publishedAt: Date | null
  /** When the worker is to publish it (C4.3). */
  readonly scheduledFor: Date | null
  /** What an import calls it, so that the same line again updates rather than doubles (C10.6). */
  readonly ref: string | null
  readonly version: number
}

/** C4.1. */
export const articleRules = {
  title: required(lineOf(300)),
  content: required(textOf(1, 500_000)),
  excerpt: clearable(textOf(0, 500)),
  tags: required(tags),
}

export interface ArticleText {
  readonly title?: string | null | undefined
  readonly content?: string | null | undefined
  /** Null makes it follow the content again. */
  readonly excerpt?: string | null | undefined
  readonly tags?: readonly string[] | null | undefined
}

export interface NewArticle extends ArticleText {
  readonly title: string
  readonly content: string
}

const publicationOf = (status: ArticleStatus, at: Date | null, now: Date): Date | null =>
  status === 'PUBLISHED' ? (at ?? now) : at

/** An article as it begins. `given` is checked against C4.1. */
export const newArticle = (
  given: NewArticle,
  as: {
    readonly id: ArticleId
    readonly ownerId: UserId
    readonly status: ArticleStatus
    readonly now: Date
  },
): Article => {
  const { excerpt = null, tags = [], ...text } = accept(articleRules, given)
  return {
    id: as.id,
    ...text,
    excerpt: excerpt ?? derivedExcerpt(text.content),
    excerptDerived: excerpt === null,
    status: as.status,
    tags,
    ownerId: as.ownerId,
    likes: 0,
    views: 0,
    createdAt: as.now,
    updatedAt: null,
    publishedAt: publicationOf(as.status, null, as.now),
    scheduledFor: null,
    ref: null,
    version: 1,
  }
}

const sameTags = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((tag, index) => tag === b[index])

/** Whether two versions read differently: then the earlier one is kept (C4.4). */
export const readsDifferently = (a: Article, b: Article): boolean =>
  a.title !== b.title ||
  a.content !== b.content ||
  a.excerpt !== b.excerpt ||
  a.status !== b.status ||
  !sameTags(a.tags, b.tags)

const plansDiffer = (a: Article, b: Article): boolean =>
  a.excerptDerived !== b.excerptDerived || a.scheduledFor?.getTime() !== b.scheduledFor?.getTime()

/** What a decision left, as the next version of `current`; the same record when nothing differs. */
export const nextVersion = (current: Article, next: Article, now: Date): Article =>
  readsDifferently(current, next) || plansDiffer(current, next)
    ? { ...next, updatedAt: now, version: current.version + 1 }
    : current

/** `current` with its text changed. */
export const rewritten = (current: Article, change: ArticleText): Article => {
  const { excerpt, ...text } = accept(articleRules, change)
  const next = { ...current, ...text }
  const excerptDerived = excerpt === undefined ? current.excerptDerived : excerpt === null
  const follows = excerptDerived && (next.content !== current.content || !current.excerptDerived)
  return {
    ...next,
    excerptDerived,
    excerpt: follows ? derivedExcerpt(next.content) : (excerpt ?? current.excerpt),
  }
}

/** `current` in another state: publication is dated once, and any change of status drops the schedule (C4.3). */
export const moved = (current: Article, status: ArticleStatus, now: Date): Article =>
  status === current.status
    ? current
    : { ...current, status, publishedAt: publicationOf(status, current.publishedAt, now), scheduledFor: null }

/** `current` to be published at a later time, or not any more (C4.3). */
export const scheduled = (current: Article, at: Date | null): Article => ({ ...current, scheduledFor: at })
