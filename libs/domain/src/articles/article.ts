import { clearable, type Rules } from '../rules/accept.ts'
import type { ArticleId, UserId } from '../rules/ids.ts'
import {
  counter,
  flag,
  line,
  markdown,
  owner,
  state,
  tags,
  text,
  time,
} from '../model/fields/field-builders.ts'
import { indexed, unfiltered } from '../model/published-forms.ts'
import { checkChange } from '../model/types/check-change.ts'
import { newRecord, withValues } from '../model/types/record-changes.ts'
import type { ChangeOf, RecordOf } from '../model/types/record-values.ts'
import { record } from '../model/types/record.ts'
import { ARTICLE_STATUSES, type ArticleStatus } from '../access/built-in-facts.ts'
import { moveTo } from '../model/states/record-state.ts'
import { requireTransition } from '../records/record-states.ts'
import { deriveExcerpt } from './excerpt.ts'

/** C4.1. */
export const Article = record({
  name: 'Article',
  plural: 'articles',
  about: 'A text with a publish workflow.',
  trash: 'DELETED',
  custom: {
    actions: ['read', 'write', 'publish', 'delete'],
    quietStates: ['DRAFT', 'REVIEW', 'ARCHIVED'],
    orders: ['createdAt', 'updatedAt', 'changedAt', 'publishedAt', 'title', 'views', 'likes'],
    lists: { comments: 'Comment' },
    hitFields: ['title', 'excerpt'],
    revisions: {
      columns: ['title', 'content', 'excerpt', 'excerptDerived', 'status', 'tags'],
      omits: ['owner', 'publishedAt', 'scheduledFor'],
    },
  },
  schedule: { from: ['DRAFT', 'REVIEW'] },
  revisions: true,
  likes: true,
  views: true,
  fields: {
    title: indexed(
      line(300, {
        about: 'The title.',
        example: 'Letters from the print shop',
        search: 'A',
        index: 'text',
      }),
    ),
    content: markdown(500_000, { about: 'Markdown, stored unchanged.', least: 1, search: 'D' }),
    excerpt: unfiltered(
      text(500, {
        about: 'The excerpt that the author entered, or else the beginning of the content.',
        initial: '',
      }),
    ),
    excerptDerived: flag({
      about: 'Whether the excerpt follows the content.',
      initial: true,
      hidden: true,
    }),
    status: indexed(
      state(ARTICLE_STATUSES, {
        about: 'The state in the publish workflow.',
        initial: { DRAFT: true, REVIEW: true, PUBLISHED: 'publish' },
        transitions: {
          DRAFT: { REVIEW: 'write', PUBLISHED: 'publish', DELETED: 'delete' },
          REVIEW: { DRAFT: 'write', PUBLISHED: 'publish', DELETED: 'delete' },
          PUBLISHED: { DRAFT: 'publish', ARCHIVED: 'publish', DELETED: 'delete' },
          ARCHIVED: { PUBLISHED: 'publish', DRAFT: 'publish', DELETED: 'delete' },
          DELETED: { DRAFT: 'delete' },
        },
        published: 'PUBLISHED',
      }),
    ),
    tags: indexed(tags({ about: 'The tags, in lower case.', search: 'B' })),
    owner: owner({ about: 'The author.', inverse: 'articles' }),
    likes: indexed(counter({ about: 'The number of users who like the article.' })),
    views: indexed(counter({ about: 'How often users other than the owner have read the article.' })),
    publishedAt: indexed(
      time({
        about: 'The time of the first publication; null until then.',
        label: 'First published at',
        optional: true,
        setByOperation: true,
      }),
    ),
  },
})
export interface Article extends RecordOf<typeof Article> {}

type ArticleType = typeof Article

/** The rule of each input. A null excerpt follows the content again. */
export const articleRules = ({ rules }: ArticleType = Article) => ({
  ...rules,
  excerpt: clearable(rules['excerpt'] as (text: string) => string),
})

const articleChangeRules = ({ changeRules }: ArticleType): Rules => ({
  ...changeRules,
  excerpt: articleRules().excerpt,
})

export interface ArticleText extends ChangeOf<ArticleType> {}

export interface NewArticle extends ArticleText {
  readonly title: string
  readonly content: string
}

/** Creates an article from a checked text. @throws BAD_USER_INPUT (C4.1). */
export const newArticle = (
  { excerpt = null, ...given }: NewArticle,
  as: {
    readonly id: ArticleId
    readonly ownerId: UserId
    readonly status: ArticleStatus
    readonly now: Date
  },
  type = Article,
): Article => {
  const text = excerpt === null ? given : { ...given, excerpt }
  // The excerpt is not null here, and no rule of an input takes null for another member.
  const article: Article = newRecord(type, text as never, { id: as.id, now: as.now, creator: as.ownerId })
  return {
    ...article,
    excerpt: excerpt === null ? deriveExcerpt(article.content) : article.excerpt,
    excerptDerived: excerpt === null,
    ...moveTo(type, article, as.status, as.now),
  }
}

/**
 * The decided article as the next version of `current`; `current` itself if no value differs. Counters do not change
 * the version (C4.6).
 */
export const createNextArticle = (
  current: Article,
  { likes: _likes, views: _views, ...decided }: Article,
  now: Date,
): Article => withValues(current, decided, now)

/** Checks a text, and returns a function that gives the text. @throws BAD_USER_INPUT (C4.1). */
export const checkText = (change: ArticleText, type = Article): ((current: Article) => ArticleText) =>
  // The rule of an input returns a value of the attribute's type.
  checkChange(type, { ...change }, articleChangeRules(type)) as (current: Article) => ArticleText

/** C15.10: a form that sends the derived excerpt back does not set it. */
const readExcerpt = (current: Article, { excerpt }: ArticleText): ArticleText['excerpt'] =>
  current.excerptDerived && excerpt === current.excerpt ? undefined : excerpt

/** `current` with a checked text. */
export const withText = (current: Article, { excerpt: sent, ...text }: ArticleText): Article => {
  const excerpt = readExcerpt(current, { excerpt: sent })
  const next = { ...current, ...text } as Article
  const excerptDerived = excerpt === undefined ? current.excerptDerived : excerpt === null
  const follows = excerptDerived && (next.content !== current.content || !current.excerptDerived)
  return {
    ...next,
    excerptDerived,
    excerpt: follows ? deriveExcerpt(next.content) : (excerpt ?? current.excerpt),
  }
}

/** `current` with another text. @throws BAD_USER_INPUT (C4.1). */
export const rewriteArticle = (current: Article, change: ArticleText): Article =>
  withText(current, checkText(change)(current))

/** `current` in another state. @throws INVALID_TRANSITION. */
export const moveArticle = (current: Article, status: ArticleStatus, now: Date): Article => {
  if (status === current.status) return current
  requireTransition(Article, current.status, status)
  return { ...current, ...moveTo(Article, current, status, now) }
}

/** An article as a list can filter and sort it. */
export interface ArticleRow extends Article {
  readonly commentCount: number
  /** Whether the owner is soft-deleted: then the record shows the ghost as its owner (C3.5). */
  readonly isOwnerDeleted: boolean
}
