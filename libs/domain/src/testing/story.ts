import { and } from '@content-service/authz'
import { Article } from '../articles/article.ts'
import { line, owner } from '../model/fields/field-builders.ts'
import { record } from '../model/types/record.ts'

const about = 'A test.'

/** A declared type with the states and the rights of articles. */
export const Story = record({
  name: 'Story',
  plural: 'stories',
  about,
  trash: 'DELETED',
  allowed: {
    read: { GUEST: (story) => story.status.eq('PUBLISHED'), AUTHOR: 'own', EDITOR: 'all' },
    write: {
      AUTHOR: (story, caller) => and(story.authorId.eq(caller.id), story.status.ne('DELETED')),
      EDITOR: 'all',
    },
    publish: { EDITOR: 'all' },
    delete: {
      AUTHOR: (story, caller) => and(story.authorId.eq(caller.id), story.status.ne('PUBLISHED')),
      EDITOR: 'all',
    },
  },
  fields: {
    title: line(80, { about }),
    status: Article.fields.status,
    author: owner({ about }),
  },
})
