import { perModel } from '@content-service/domain'
import { created, okPage } from '../answers.ts'
import { pageParameters } from '../paging.ts'
import { recordRoute } from '../records/record-routes.ts'
import type { Route } from '../route.ts'
import { idSchema } from '../schema-terms.ts'
import { commentParts } from './comment-handlers.ts'

export const commentRoutes = perModel((model): readonly Route[] => {
  const parts = commentParts(model)
  const { schemas, handlers } = parts
  return [
    {
      path: '/api/articles/:id/comments',
      variables: { id: idSchema('the article') },
      tag: 'Comments',
      methods: {
        GET: {
          handler: handlers.list,
          operation: 'comments',
          summary: 'List the comments on an article',
          access: 'anyone',
          query: pageParameters,
          answers: [okPage(schemas.listed, 'A page of comments, oldest first.')],
        },
        POST: {
          handler: handlers.post,
          operation: 'createComment',
          summary: 'Comment on a published article',
          access: 'comments:write',
          body: schemas.newBody,
          shows: 'comments:read',
          answers: [created(schemas.shown, 'The new comment.')],
        },
      },
    },
    recordRoute(parts),
  ]
})
