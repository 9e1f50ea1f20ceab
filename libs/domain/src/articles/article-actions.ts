import { createRefusal, may } from '../access/access.ts'
import type { ArticleFacts } from '../access/built-in-facts.ts'
import { declareAction, sortActions, type RecordAction } from '../actions/record-action.ts'
import { hideWithout, USER, type Requirement } from '../actions/requirement.ts'
import { ContentError } from '../rules/errors.ts'
import { toArticleFacts, type CommentedArticle } from './article-facts.ts'
import { declareRecordActions } from '../records/record-actions.ts'
import { Article } from './article.ts'

/** What a caller may do to an article: the operations and the lists of actions use these rules, and no others. */
type ArticleRequirement = Requirement<ArticleFacts>

const READABLE: ArticleRequirement = hideWithout('articles:read', { word: 'article' })

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
  ...declareRecordActions(Article, []),
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
])
