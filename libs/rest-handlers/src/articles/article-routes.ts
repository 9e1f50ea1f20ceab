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
        description:
          'The articles that you may read, without their content. The list contains DELETED articles only if you filter by that `status`.',
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
        shows: 'articles:read',
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
        description: 'Counts as a view, unless a cache answers or you own the article.',
        access: 'anyone',
        answers: [one(articleSchema, 'The article.')],
      },
      PATCH: {
        handler: patchArticle,
        operation: 'updateArticle',
        summary: 'Change parts of an article, or its status',
        access: 'articles:write',
        body: patchedArticleBody,
        shows: 'articles:read',
        answers: [one(articleSchema, 'The changed article.')],
        isConditional: true,
      },
      DELETE: {
        handler: removeArticle,
        operation: 'deleteArticle',
        summary: 'Delete an article',
        description:
          'The article gets the status DELETED. You can restore it with `status` until the service purges it.',
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
        answers: [one(countersSchema, 'The counters of the article.')],
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
        answers: [nothing('You like the article.')],
      },
      DELETE: {
        handler: removeLike,
        operation: 'unlikeArticle',
        summary: 'Remove your like from an article',
        access: 'signed in',
        answers: [nothing('You do not like the article.')],
      },
    },
  },
  ...scheduleRoutes,
  ...revisionRoutes,
]
