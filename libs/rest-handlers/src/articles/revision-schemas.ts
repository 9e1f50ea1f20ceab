import { Type } from 'typebox'
import { personSchema } from '../people-schemas.ts'
import { closed, idOf, timestampOf } from '../schema-terms.ts'
import { articleSchema, text } from './article-schemas.ts'

const listed = {
  ...text,
  id: idOf('the revision'),
  editor: personSchema,
  createdAt: timestampOf('The time at which an edit replaced this version.'),
}

export const listedRevisionSchema = Type.Object(listed, {
  ...closed,
  title: 'ListedRevision',
  description: 'An earlier version of an article, without its content.',
})

export const revisionSchema = Type.Object(
  { ...listed, content: articleSchema.properties.content },
  { ...closed, title: 'Revision', description: 'An earlier version of an article.' },
)
