import {
  parseArticleId,
  listCountedRevisions,
  notFound,
  readRevision,
  restoreRevision,
  parseRevisionId,
} from '@content-service/domain'
import { answerRead, requireFresh } from '../conditional.ts'
import { createContentTag } from '../etag.ts'
import { checkAcceptable, type RestHandler } from '../http.ts'
import { NO_PARAMETERS, readParameters } from '../paging.ts'
import { createShape } from '../shape.ts'
import { listHandler } from '../shape-handlers.ts'
import { listedRevisionSchema, revisionSchema } from './revision-schemas.ts'
import { createArticleView } from './article-handlers.ts'

const LISTED_REVISION = createShape(listedRevisionSchema)
const REVISION = createShape(revisionSchema)

/** Without their content, as a list of articles is. */
export const getRevisions = listHandler(LISTED_REVISION, (context, { id, window }, select, atMost) =>
  listCountedRevisions(context, { of: parseArticleId(id), window }, select, atMost),
)

export const getRevision: RestHandler = async (request, context, { id = '', revision = '' }) => {
  readParameters(request.query, NO_PARAMETERS)
  const which = { of: parseArticleId(id), id: parseRevisionId(revision) }
  const shown = REVISION.present(await readRevision(context, which, REVISION.select))
  return answerRead(request, shown, { etag: createContentTag(shown) })
}

/** C4.4. The revision is one of the article in the address, whose tag it takes. */
export const postRestoration: RestHandler = async (request, context, { id = '', revision = '' }) => {
  const article = parseArticleId(id)
  const check = requireFresh(request, await createArticleView(context).tag(request, context, article))
  const restored = await restoreRevision(context, parseRevisionId(revision), (current) => {
    if (current.id !== article) throw notFound('revision')
    checkAcceptable(request)
    check(current)
  })
  return createArticleView(context).showWrittenFromBelow(context, restored)
}
