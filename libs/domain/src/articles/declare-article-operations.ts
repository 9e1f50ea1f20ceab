import { parseArticleId } from '../rules/ids.ts'
import { actOnRecord, changeRecord, takeInput } from '../operations/run-operation.ts'
import { declareTypeActions } from '../operations/type-actions.ts'
import { declareScheduling, declareUnscheduling } from '../records/schedule/declare-schedule-operations.ts'
import { articleRules, type Article } from './article.ts'
import {
  authorizeCreatingArticle,
  createArticle,
  deleteArticle,
  updateArticle,
  writeRestoredArticle,
} from './article-operations.ts'
import { LIKING } from './article-actions.ts'
import { articleList } from './article-reading.ts'
import { declareLiking, declareUnliking } from '../records/likes/declare-like-operations.ts'
import { declareRestoring } from '../records/revisions/revision-operations.ts'
import { declareRevisionList } from '../records/revisions/revision-reading.ts'
import { declareViewedRead } from '../records/views/viewed-reading.ts'

const resource = 'articles'
const shows = { permission: 'articles:read' } as const
const writing = { resource, access: 'articles:write', shows } as const

/** The operations of articles, which may have more fields than `Article`. */
export const declareArticleOperations = (type: typeof Article) =>
  ({
    article: declareViewedRead(type),
    articles: articleList,
    revisions: declareRevisionList(type),
    articleActions: declareTypeActions(resource, (context) => authorizeCreatingArticle(context, {})),
    createArticle: takeInput(createArticle, {
      ...writing,
      authorize: authorizeCreatingArticle,
      rules: () => articleRules(type),
    }),
    updateArticle: changeRecord(parseArticleId, updateArticle, {
      ...writing,
      rules: () => articleRules(type),
    }),
    deleteArticle: actOnRecord(parseArticleId, deleteArticle, {
      resource,
      access: 'articles:delete',
      isConditional: true,
    }),
    likeArticle: declareLiking(type, LIKING),
    unlikeArticle: declareUnliking(type, LIKING),
    scheduleArticle: declareScheduling(type),
    unscheduleArticle: declareUnscheduling(type),
    restoreRevision: declareRestoring(type, writeRestoredArticle),
  }) as const
