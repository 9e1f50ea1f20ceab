import type { ContentModel } from '@content-service/domain'
import { okWithEtag, okPage, okWithContentLocation } from '../answers.ts'
import { pageParameters } from '../paging.ts'
import type { Route } from '../route.ts'
import { idSchema } from '../schema-terms.ts'
import { articleSchemas } from './article-schemas.ts'
import { getRevision, getRevisions, postRestoration } from './revision-handlers.ts'
import { listedRevisionSchema, revisionSchema } from './revision-schemas.ts'

const tag = 'Articles'

export const revisionRoutes = (model: ContentModel): readonly Route[] => [
  {
    path: '/api/articles/:id/revisions',
    variables: { id: idSchema('the article') },
    tag,
    methods: {
      GET: {
        handler: getRevisions,
        operation: 'revisions',
        summary: 'List the earlier versions of an article',
        access: 'articles:write',
        query: pageParameters,
        answers: [okPage(listedRevisionSchema, 'A page of revisions, newest first.')],
      },
    },
  },
  {
    path: '/api/articles/:id/revisions/:revision',
    variables: { id: idSchema('the article'), revision: idSchema('the revision') },
    tag,
    methods: {
      GET: {
        handler: getRevision,
        operation: 'revisions',
        id: 'revision',
        summary: 'Get an earlier version of an article',
        access: 'articles:write',
        answers: [okWithEtag(revisionSchema, 'The revision.')],
      },
    },
  },
  {
    path: '/api/articles/:id/revisions/:revision/restoration',
    variables: { id: idSchema('the article'), revision: idSchema('the revision') },
    tag,
    methods: {
      POST: {
        handler: postRestoration,
        operation: 'restoreRevision',
        summary: 'Restore an earlier version of an article',
        description: 'Restores the title, content, tags and excerpt. The status does not change.',
        access: 'articles:write',
        shows: 'articles:read',
        answers: [okWithContentLocation(articleSchemas(model).shown, 'The changed article.')],
        isConditional: true,
      },
    },
  },
]
