import { createRefusal, may } from '../access/access.ts'
import type { ArticleFacts } from '../access/built-in-facts.ts'
import { declareAction, sortActions, type RecordAction } from '../actions/record-action.ts'
import { hideWithout, USER, type Requirement } from '../actions/requirement.ts'
import { toArticleFacts, type CommentedArticle } from './article-facts.ts'
import { needsPublished } from '../records/likes/like-actions.ts'
import { declareRecordActions } from '../records/record-actions.ts'
import { Article } from './article.ts'

/** What a caller may do to an article: the operations and the lists of actions use these rules, and no others. */
type ArticleRequirement = Requirement<ArticleFacts>

const READABLE: ArticleRequirement = hideWithout('articles:read', { word: 'article' })

/** C4.6: only a PUBLISHED article accepts likes and comments. */
export const PUBLISHED = needsPublished(Article)

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
    word: 'comment',
    rules: [USER, ...COMMENTING, PUBLISHED],
    reads: ['id'],
    operation: 'createComment',
  }),
])
