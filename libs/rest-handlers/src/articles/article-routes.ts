import { created, nothing, one, paged } from '../answers.ts'
import type { Route } from '../route.ts'
import { idOf } from '../schema-terms.ts'
import { getArticle, patchArticle, postArticle, removeArticle } from './article-handlers.ts'
import { getArticles } from './article-list.ts'
import {
  articleListParameters,
  articleSchema,
  countersSchema,
  listedArticleSchema,
  newArticleBody,
  patchedArticleBody,
} from './article-schemas.ts'
import { getCounters, putLike, removeLike } from './counter-handlers.ts'
import { revisionRoutes } from './revision-routes.ts'
import { scheduleRoutes } from './schedule-routes.ts'

const tag = 'Articles'

export const articleRoutes: readonly Route[] = [
  {
    path: '/api/articles',
    tag,
    methods: {
      GET: {
        handler: getArticles,
        operation: 'articles',
        summary: 'List articles',
        description: 'Those that the caller may read, without their content. DELETED ones only by `status`.',
        access: 'anyone',
        query: articleListParameters,
        answers: [paged(listedArticleSchema, 'A page of articles.')],
      },
      POST: {
        handler: postArticle,
        operation: 'createArticle',
        summary: 'Create an article',
        access: 'articles:write',
        body: newArticleBody,
        answers: [created(articleSchema, 'The new article.')],
      },
    },
  },
  {
    path: '/api/articles/:id',
    variables: { id: idOf('the article') },
    tag,
    methods: {
      GET: {
        handler: getArticle,
        operation: 'article',
        summary: 'Get an article',
        description: 'Counts as a view, unless a cache answers or the reader is its owner.',
        access: 'anyone',
        answers: [one(articleSchema, 'The article.')],
      },
      PATCH: {
        handler: patchArticle,
        operation: 'updateArticle',
        summary: 'Change parts of an article, or its status',
        access: 'articles:write',
        body: patchedArticleBody,
        answers: [one(articleSchema, 'The article as it is now.')],
        isConditional: true,
      },
      DELETE: {
        handler: removeArticle,
        operation: 'deleteArticle',
        summary: 'Delete an article',
        description: 'It becomes DELETED, and can be restored by `status` until it is purged.',
        access: 'articles:delete',
        answers: [nothing('The article is deleted.')],
        isConditional: true,
      },
    },
  },
  {
    path: '/api/articles/:id/stats',
    variables: { id: idOf('the article') },
    tag,
    methods: {
      GET: {
        handler: getCounters,
        operation: 'article',
        id: 'articleStats',
        summary: 'Get the counters of an article',
        access: 'anyone',
        answers: [one(countersSchema, 'Its counters.')],
      },
    },
  },
  {
    path: '/api/articles/:id/like',
    variables: { id: idOf('the article') },
    tag,
    methods: {
      PUT: {
        handler: putLike,
        operation: 'likeArticle',
        summary: 'Like an article',
        access: 'signed in',
        answers: [nothing('The caller likes it.')],
      },
      DELETE: {
        handler: removeLike,
        operation: 'unlikeArticle',
        summary: 'Take a like back',
        access: 'signed in',
        answers: [nothing('The caller does not like it.')],
      },
    },
  },
  ...scheduleRoutes,
  ...revisionRoutes,
]
