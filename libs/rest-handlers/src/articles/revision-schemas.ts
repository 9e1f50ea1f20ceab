import { Article } from '@content-service/domain'
import { Type } from 'typebox'
import { personSchema } from '../schemas/people-schemas.ts'
import { closed, idSchema, timestampSchema } from '../schemas/schema-terms.ts'
import { fieldSchemas } from '../schemas/field-schemas.ts'

const { title, excerpt, status, tags, content } = fieldSchemas(Article.fields)

const listed = {
  title,
  excerpt,
  status,
  tags,
  id: idSchema('the revision'),
  editor: personSchema,
  createdAt: timestampSchema('The time at which an edit replaced this version.'),
}

export const listedRevisionSchema = Type.Object(listed, {
  ...closed,
  title: 'ListedRevision',
  description: 'An earlier version of an article, without its content.',
})

export const revisionSchema = Type.Object(
  { ...listed, content },
  { ...closed, title: 'Revision', description: 'An earlier version of an article.' },
)
