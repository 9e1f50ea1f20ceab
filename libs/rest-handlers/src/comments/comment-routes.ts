import { Comment, type ContentModel } from '@content-service/domain'
import { findType, perModel } from '@content-service/domain/internal/model'
import { created, okPage } from '../endpoints/answers.ts'
import { createChoiceParameters, describeChosen } from '../representations/choice-parameters.ts'
import { createShapeChooser } from '../representations/chosen-shape.ts'
import { typeActionsEndpoint } from '../actions/type-actions.ts'
import { createCacheHeaders, pageParameters } from '../requests/paging.ts'
import { createRecordRepresentation } from '../records/record-representation.ts'
import { declareEndpointIn, type Parts } from '../records/record-parts.ts'
import { createTypeRoutes, recordEndpoints } from '../records/record-routes.ts'
import { newBody, patchBody, recordSchemas } from '../representations/record-schemas.ts'
import { createAreaRoutes, type Endpoints, type Route } from '../routing/route.ts'
import { idSchema } from '../schemas/schema-terms.ts'

/** The article of a comment never changes, and the address of a new comment names it, so that no body has it. */
const createCommentParts = (model: ContentModel): Parts => {
  const type = findType(model, Comment)
  const { articleId: _article, ...inputs } = type.inputs
  const given = { ...type, inputs, changeInputs: inputs }
  const bodies = { newBody: newBody(given), patchBody: patchBody(given) }
  const schemas = { ...recordSchemas(model, type), ...bodies }
  return { model, type, schemas, as: createRecordRepresentation(model, type, schemas) }
}

/** The members that the URL of a list chooses. */
const createChoice = ({ model, type, schemas }: Pick<Parts, 'model' | 'type' | 'schemas'>) => ({
  query: { ...pageParameters, ...createChoiceParameters(model, type, schemas.listed) },
  choose: createShapeChooser(model, type, schemas.listed),
})

/** C5.5, C4.7: the comments on an article, oldest first. */
const articleEndpoints = ({ model, type, schemas, as }: Parts): Endpoints => {
  const declareEndpoint = declareEndpointIn(model)
  return {
    'GET /api/articles/:id/comments': declareEndpoint('comments', {
      summary: 'List the comments on an article',
      as,
      ...createChoice({ model, type, schemas }),
      filtered: { model, type },
      connection: 'commentsConnection',
      cacheList: createCacheHeaders,
      answer: okPage(schemas.listed, describeChosen('A page of comments, oldest first.')),
    }),
    'POST /api/articles/:id/comments': declareEndpoint('createComment', {
      summary: 'Comment on a published article',
      body: schemas.newBody,
      as,
      idMember: 'articleId',
      location: '/api/comments',
      answer: created(schemas.shown, 'The new comment.'),
    }),
  }
}

/** C13.1: the comments on all articles, newest first. */
const listEndpoint = ({ model, type, schemas, as }: Parts): Endpoints => ({
  'GET /api/comments': declareEndpointIn(model)('comments', {
    id: 'allComments',
    summary: 'List comments',
    as,
    ...createChoice({ model, type, schemas }),
    filtered: { model, type },
    connection: 'commentsConnection',
    cacheList: createCacheHeaders,
    answer: okPage(schemas.listed, describeChosen('A page of comments, newest first by default.')),
  }),
})

export const commentRoutes = perModel((model): readonly Route[] => {
  const parts = createCommentParts(model)
  return [
    ...createAreaRoutes({
      tag: 'Comments',
      variables: { id: idSchema('the article') },
      endpoints: articleEndpoints(parts),
    }),
    ...createTypeRoutes(parts.type, {
      ...listEndpoint(parts),
      ...typeActionsEndpoint(model, parts.type),
      ...recordEndpoints(parts),
    }),
  ]
})
