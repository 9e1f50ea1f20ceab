import { takeInput } from '../operations/run-operation.ts'
import { declareTypeActions } from '../operations/type-actions.ts'
import { declareLikeOperations } from '../records/likes/declare-like-operations.ts'
import { declareViewedRead } from '../records/views/viewed-reading.ts'
import { declareChanges } from '../records/type-operations.ts'
import type { Article } from './article.ts'
import { authorizeCreatingArticle, createArticle } from './article-operations.ts'
import { articleList } from './article-reading.ts'

const resource = 'articles'
const shows = { permission: 'articles:read' } as const

/** The operations of articles, which may have more fields than `Article`. */
export const declareArticleOperations = (type: typeof Article) => ({
  article: declareViewedRead(type),
  articles: articleList,
  articleActions: declareTypeActions(resource, (context) => authorizeCreatingArticle(context, {})),
  createArticle: takeInput(createArticle, {
    resource,
    access: type.permissions.create,
    authorize: authorizeCreatingArticle,
    rules: () => type.rules,
    shows,
  }),
  ...declareLikeOperations(type),
  ...declareChanges(type),
})
