import { notFound, OPERATIONS } from '@content-service/domain'
import { parseArticleId, parseRevisionId } from '@content-service/domain/internal/rules'
import { readRevision, restoreRevision } from '@content-service/domain/internal/articles'
import { okWithEtag, okPage, okWithContentLocation } from '../endpoints/answers.ts'
import { answerRead, requireFresh } from '../requests/conditional.ts'
import type { Endpoint } from '../endpoints/endpoint.ts'
import { createContentTag } from '../requests/etag.ts'
import { checkAcceptable, type RestHandler } from '../protocol/http.ts'
import { NO_PARAMETERS, readParameters } from '../requests/paging.ts'
import type { Parts } from '../records/record-routes.ts'
import { createAreaRoutes, type Route } from '../routing/route.ts'
import { readTag } from '../endpoints/run-operation.ts'
import { respond, type ResponseOptions } from '../endpoints/run-response.ts'
import { idSchema } from '../schemas/schema-terms.ts'
import { createEndpoint, declareEndpoint } from '../endpoints/declare-endpoint.ts'
import { createShape } from '../schemas/shape.ts'
import { listedRevisionSchema, revisionSchema } from './revision-schemas.ts'

const REVISION = createShape(revisionSchema)

const getRevision: RestHandler = async (request, context, { id = '', revision = '' }) => {
  readParameters(request.query, NO_PARAMETERS)
  const which = { of: parseArticleId(id), id: parseRevisionId(revision) }
  const shown = REVISION.present(await readRevision(context, which, REVISION.select))
  const text = JSON.stringify(shown)
  return answerRead(request, text, { etag: createContentTag(text) })
}

/** C4.4. The revision belongs to the article in the address, and has the tag of the article. */
const createRestorationHandler =
  (operation: typeof OPERATIONS.restoreRevision, options: ResponseOptions): RestHandler =>
  async (request, context, { id = '', revision = '' }) => {
    const article = parseArticleId(id)
    const check = requireFresh(request, await readTag({ request, context, id }, options.as))
    const restored = await restoreRevision(context, parseRevisionId(revision), (current) => {
      if (current.id !== article) throw notFound('revision')
      checkAcceptable(request)
      check(current)
    })
    return respond(context, operation, restored, options)
  }

const createRestoration = ({ schemas, as }: Parts): Endpoint => {
  const options = {
    summary: 'Restore an earlier version of an article',
    description: 'Restores the title, content, tags and excerpt. The status does not change.',
    as,
    location: '/api/articles',
    answer: okWithContentLocation(schemas.shown, 'The changed article.'),
  }
  const operation = OPERATIONS.restoreRevision
  return {
    ...createEndpoint('restoreRevision', operation, options),
    handler: createRestorationHandler(operation, options),
  }
}

export const revisionRoutes = (parts: Parts): readonly Route[] =>
  createAreaRoutes({
    tag: 'Articles',
    variables: { id: idSchema('the article'), revision: idSchema('the revision') },
    endpoints: {
      'GET /api/articles/:id/revisions': declareEndpoint('revisions', {
        summary: 'List the earlier versions of an article',
        answer: okPage(listedRevisionSchema, 'A page of revisions, newest first.'),
      }),
      'GET /api/articles/:id/revisions/:revision': {
        handler: getRevision,
        operation: 'revisions',
        id: 'revision',
        summary: 'Get an earlier version of an article',
        access: 'articles:write',
        answers: [okWithEtag(revisionSchema, 'The revision.')],
      },
      'POST /api/articles/:id/revisions/:revision/restoration': createRestoration(parts),
    },
  })
