import type { ContentModel } from '@content-service/domain'
import { noContent, okWithContentLocation } from '../answers.ts'
import type { Route } from '../route.ts'
import { idSchema } from '../schema-terms.ts'
import { articleSchemas, scheduleBody } from './article-schemas.ts'
import { putSchedule, removeSchedule } from './schedule-handlers.ts'

export const scheduleRoutes = (model: ContentModel): readonly Route[] => [
  {
    path: '/api/articles/:id/schedule',
    variables: { id: idSchema('the article') },
    tag: 'Articles',
    methods: {
      PUT: {
        handler: putSchedule,
        operation: 'scheduleArticle',
        summary: 'Schedule the publication of an article',
        access: 'articles:publish',
        body: scheduleBody,
        shows: 'articles:read',
        answers: [okWithContentLocation(articleSchemas(model).shown, 'The article with its schedule.')],
        isConditional: true,
      },
      DELETE: {
        handler: removeSchedule,
        operation: 'unscheduleArticle',
        summary: 'Cancel the scheduled publication of an article',
        access: 'articles:publish',
        answers: [noContent('The article is not scheduled.')],
        isConditional: true,
      },
    },
  },
]
