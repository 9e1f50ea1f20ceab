import { created, nothing, one, paged } from '../answers.ts'
import { pageParameters } from '../paging.ts'
import type { Route } from '../route.ts'
import { idOf } from '../schema-terms.ts'
import { getComment, getComments, patchComment, postComment, removeComment } from './comment-handlers.ts'
import { commentSchema, newCommentBody, patchedCommentBody } from './comment-schemas.ts'

export const commentRoutes: readonly Route[] = [
  {
    path: '/api/articles/:id/comments',
    variables: { id: idOf('the article') },
    tag: 'Comments',
    methods: {
      GET: {
        handler: getComments,
        operation: 'comments',
        summary: 'List the comments on an article',
        access: 'anyone',
        query: pageParameters,
        answers: [paged(commentSchema, 'A page of comments, oldest first.')],
      },
      POST: {
        handler: postComment,
        operation: 'createComment',
        summary: 'Comment on a published article',
        access: 'comments:write',
        body: newCommentBody,
        shows: 'comments:read',
        answers: [created(commentSchema, 'The new comment.')],
      },
    },
  },
  {
    path: '/api/comments/:id',
    variables: { id: idOf('the comment') },
    tag: 'Comments',
    methods: {
      GET: {
        handler: getComment,
        operation: 'comment',
        summary: 'Get a comment',
        access: 'anyone',
        answers: [one(commentSchema, 'The comment.')],
      },
      PATCH: {
        handler: patchComment,
        operation: 'updateComment',
        summary: 'Change a comment',
        access: 'comments:write',
        body: patchedCommentBody,
        shows: 'comments:read',
        answers: [one(commentSchema, 'The changed comment.')],
        isConditional: true,
      },
      DELETE: {
        handler: removeComment,
        operation: 'deleteComment',
        summary: 'Delete a comment',
        access: 'comments:delete',
        answers: [nothing('The comment is deleted.')],
        isConditional: true,
      },
    },
  },
]
