import { User } from '@content-service/domain'
import { fieldSchemas } from './field-schemas.ts'
import { objectSchema, userIdText } from './schema-terms.ts'

/** The fields of a user that every model has. */
export const userFields = fieldSchemas(User.fields)

const { username, name } = userFields

/** The public part of the owner or author of a record. */
export const personSchema = objectSchema(
  {
    title: 'Person',
    description: 'The public part of a user. Texts of a deleted user belong to `ghost`.',
    examples: [{ id: '7', username: 'ada', name: 'Ada Lovelace' }],
  },
  { id: userIdText, username, name },
)
