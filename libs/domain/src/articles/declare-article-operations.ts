import { actOnRecord, takeInput } from '../operations/run-operation.ts'
import { parseArticleId } from '../rules/ids.ts'
import { declareTypeActions } from '../operations/type-actions.ts'
import { declareChanges } from '../records/type-operations.ts'
import type { Article } from './article.ts'
import { authorizeCreatingArticle, createArticle } from './article-operations.ts'
import { articleList, declareArticleRead } from './article-reading.ts'
import { likeArticle, unlikeArticle } from './like-operations.ts'

const resource = 'articles'
const shows = { permission: 'articles:read' } as const
const liking = { resource, access: 'signed in', shows } as const

/** The operations of articles, which may have more fields than `Article`. */
export const declareArticleOperations = (type: typeof Article) => ({
  article: declareArticleRead(type),
  articles: articleList,
  articleActions: declareTypeActions(resource, (context) => authorizeCreatingArticle(context, {})),
  createArticle: takeInput(createArticle, {
    resource,
    access: type.permissions.create,
    authorize: authorizeCreatingArticle,
    rules: () => type.rules,
    shows,
  }),
  likeArticle: actOnRecord(parseArticleId, likeArticle, liking),
  unlikeArticle: actOnRecord(parseArticleId, unlikeArticle, liking),
  ...declareChanges(type),
})
