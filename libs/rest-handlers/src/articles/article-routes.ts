import type { Route } from '../route.ts'
import { getArticle, patchArticle, postArticle, removeArticle } from './article-handlers.ts'
import { getArticles } from './article-list.ts'
import { getCounters, putLike, removeLike } from './counter-handlers.ts'
import { getRevision, getRevisions, postRestoration } from './revision-handlers.ts'
import { putSchedule, removeSchedule } from './schedule-handlers.ts'

export const articleRoutes: readonly Route[] = [
  {
    path: '/api/articles',
    methods: { GET: [getArticles, 'articles'], POST: [postArticle, 'createArticle'] },
  },
  {
    path: '/api/articles/:id',
    methods: {
      GET: [getArticle, 'article'],
      PATCH: [patchArticle, 'updateArticle'],
      DELETE: [removeArticle, 'deleteArticle'],
    },
  },
  { path: '/api/articles/:id/stats', methods: { GET: [getCounters, 'article'] } },
  {
    path: '/api/articles/:id/like',
    methods: { PUT: [putLike, 'likeArticle'], DELETE: [removeLike, 'unlikeArticle'] },
  },
  {
    path: '/api/articles/:id/schedule',
    methods: { PUT: [putSchedule, 'scheduleArticle'], DELETE: [removeSchedule, 'unscheduleArticle'] },
  },
  { path: '/api/articles/:id/revisions', methods: { GET: [getRevisions, 'revisions'] } },
  { path: '/api/articles/:id/revisions/:revision', methods: { GET: [getRevision, 'revisions'] } },
  {
    path: '/api/articles/:id/revisions/:revision/restoration',
    methods: { POST: [postRestoration, 'restoreRevision'] },
  },
]
