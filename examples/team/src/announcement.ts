import { Article, extendType, field } from '@content-service/domain'

/** The articles of the team announce meetups: the type of the service with one more field. */
export const Announcement = extendType(Article, {
  fields: {
    subtitle: field.line(200, { about: 'The subtitle.', optional: true, example: 'With a press from 1890' }),
  },
})
