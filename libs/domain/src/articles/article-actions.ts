import { createRefusal, may } from '../access/access.ts'
import type { ArticleFacts } from '../access/built-in-facts.ts'
import { declareAction, sortActions, type RecordAction } from '../actions/record-action.ts'
import { hideWithout, needs, USER, type Requirement } from '../actions/requirement.ts'
import { toArticleFacts, type CommentedArticle } from './article-facts.ts'
import { listDeleting } from '../records/deletion/requirements.ts'
import { declareLikeAction, listLiking, needsPublished } from '../records/likes/like-actions.ts'
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
export const PUBLISHED = needsPublished(Article, 'like and comment')

export const LIKING = listLiking(Article, PUBLISHED)

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
  ...declareLikeAction(Article, LIKING),
  declareAction({
    word: 'comment',
    rules: [USER, ...COMMENTING, PUBLISHED],
    reads: ['id'],
    operation: 'createComment',
  }),
  ...declareMoves(Article, USER),
])
