import { and } from '@content-service/authz'
import { line, owner, state } from '../model/fields/field-builders.ts'
import { record } from '../model/types/record.ts'

const about = 'A test.'

/** A declared type with the states and the rights of articles. */
export const Story = record({
  name: 'Story',
  plural: 'stories',
  about,
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
    status: state(['DRAFT', 'REVIEW', 'PUBLISHED', 'ARCHIVED', 'DELETED'], {
      about,
      initial: { DRAFT: true, REVIEW: true, PUBLISHED: 'publish' },
      transitions: {
        DRAFT: { REVIEW: 'write', PUBLISHED: 'publish', DELETED: 'delete' },
        REVIEW: { DRAFT: 'write', PUBLISHED: 'publish', DELETED: 'delete' },
        PUBLISHED: { DRAFT: 'publish', ARCHIVED: 'publish', DELETED: 'delete' },
        ARCHIVED: { PUBLISHED: 'publish', DRAFT: 'publish', DELETED: 'delete' },
        DELETED: { DRAFT: 'delete' },
      },
      published: 'PUBLISHED',
    }),
    author: owner({ about }),
  },
})
