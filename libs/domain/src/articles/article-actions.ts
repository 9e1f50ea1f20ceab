import { createRefusal, may } from '../access/access.ts'
import type { ArticleFacts } from '../access/built-in-facts.ts'
import { declareAction, sortActions, type RecordAction } from '../actions/record-action.ts'
import { hideWithout, needs, USER, type Requirement } from '../actions/requirement.ts'
import { ContentError } from '../rules/errors.ts'
import { toArticleFacts, type CommentedArticle } from './article-facts.ts'
import { listDeleting } from '../records/deletion/requirements.ts'
import { declareMoves } from '../records/record-actions.ts'
import { listChangeRequirements } from '../records/record-states.ts'
import { declareScheduleActions } from '../records/schedule/schedule-actions.ts'
import { declareRestoration, needsHistory } from '../records/revisions/revision-actions.ts'
import { Article } from './article.ts'

/** What a caller may do to an article: the operations and the lists of actions use these rules, and no others. */
type ArticleRequirement = Requirement<ArticleFacts>

export const READABLE: ArticleRequirement = hideWithout('articles:read', { word: 'article' })

/** C4.2: the first refusals: NOT_FOUND for an unreadable article; FORBIDDEN for a caller without a way to change it. */
export const CHANGING: readonly ArticleRequirement[] = listChangeRequirements(Article)

/** C4.3: a DELETED article is NOT_FOUND. */
export const DELETING: readonly ArticleRequirement[] = listDeleting(Article)

/** C4.4: a caller who may not write the article may not read its earlier versions. */
export const RESTORING: readonly ArticleRequirement[] = [needsHistory(Article)]

/** C4.6: only a PUBLISHED article accepts likes and comments. */
export const PUBLISHED: Requirement<Pick<ArticleFacts, 'status'>> = {
  holds: (_, { status }) => status === 'PUBLISHED',
  refuse: (_, { status }) =>
    new ContentError(
      'CONFLICT',
      `This article is ${status}. You can like and comment only PUBLISHED articles.`,
    ),
}

/** C7.7: likes belong to the caller's account, so that they need `users:write` on the caller. */
const TAKING_PART: Requirement<unknown> = {
  holds: (context) => may(context, 'users:write', { id: context.caller.id }),
  refuse: (context) => createRefusal(context, 'users:write'),
}

export const LIKING: readonly ArticleRequirement[] = [READABLE, TAKING_PART, PUBLISHED]

/** C4.7: the permission on the comment that the caller would write. */
export const COMMENTING: readonly Requirement<CommentedArticle>[] = [
  READABLE,
  {
    holds: (context, article) =>
      may(context, 'comments:write', {
        authorId: context.caller.id,
        articleId: article.id,
        ...toArticleFacts(article),
      }),
    refuse: (context) => createRefusal(context, 'comments:write'),
  },
]

/** C12.8: the actions on an article. */
export const ARTICLE_ACTIONS: readonly RecordAction[] = sortActions([
  declareAction({
    word: 'update',
    rules: [USER, ...CHANGING, needs('articles:write')],
    operation: 'updateArticle',
  }),
  declareAction({
    word: 'delete',
    rules: [USER, ...DELETING],
    operation: 'deleteArticle',
    input: {},
    status: 204,
  }),
  ...declareScheduleActions(Article),
  ...declareRestoration(Article, USER),
  declareAction({
    word: 'like',
    rules: [USER, ...LIKING],
    operation: 'likeArticle',
    input: {},
    status: 204,
  }),
  declareAction({
    word: 'comment',
    rules: [USER, ...COMMENTING, PUBLISHED],
    reads: ['id'],
    operation: 'createComment',
  }),
  ...declareMoves(Article, USER),
])
