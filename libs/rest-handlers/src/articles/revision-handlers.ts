import {
  articleId,
  countedRevisions,
  notFound,
  readRevision,
  restoreRevision,
  revisionId,
} from '@content-service/domain'
import { answerRead, unlessStale } from '../conditional.ts'
import { contentTag } from '../etag.ts'
import { checkAcceptable, type RestHandler } from '../http.ts'
import { COUNT_LIMIT, answerPage, NO_PARAMETERS, pageFrom, pageParameters, parametersOf } from '../paging.ts'
import { LISTED_REVISION, presentRevision, WHOLE_REVISION } from './present-revision.ts'
import { articleTag, showArticleFromBelow } from './show-article.ts'

/** Without their content, as a list of articles is. */
export const getRevisions: RestHandler = async (request, context, { id = '' }) => {
  const given = pageFrom(parametersOf(request.query, pageParameters))
  const list = { of: articleId(id), window: given.window }
  const { rows, total } = await countedRevisions(context, list, LISTED_REVISION, COUNT_LIMIT + 1)
  return answerPage(request, given, { shown: rows.map(presentRevision), total })
}

export const getRevision: RestHandler = async (request, context, { id = '', revision = '' }) => {
  parametersOf(request.query, NO_PARAMETERS)
  const which = { of: articleId(id), id: revisionId(revision) }
  const shown = presentRevision(await readRevision(context, which, WHOLE_REVISION))
  return answerRead(request, shown, { etag: contentTag(shown) })
}

/** C4.4. The revision is one of the article in the address, whose tag it takes. */
export const postRestoration: RestHandler = async (request, context, { id = '', revision = '' }) => {
  const article = articleId(id)
  const check = unlessStale(request, await articleTag(request, context, article))
  const restored = await restoreRevision(context, revisionId(revision), (current) => {
    if (current.id !== article) throw notFound('revision')
    checkAcceptable(request)
    check(current)
  })
  return showArticleFromBelow(context, restored)
}
