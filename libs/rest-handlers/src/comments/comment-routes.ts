import type { Route } from '../route.ts'
import { getComment, getComments, patchComment, postComment, removeComment } from './comment-handlers.ts'

export const commentRoutes: readonly Route[] = [
  {
    path: '/api/articles/:id/comments',
    methods: { GET: [getComments, 'comments'], POST: [postComment, 'createComment'] },
  },
  {
    path: '/api/comments/:id',
    methods: {
      GET: [getComment, 'comment'],
      PATCH: [patchComment, 'updateComment'],
      DELETE: [removeComment, 'deleteComment'],
    },
  },
]
