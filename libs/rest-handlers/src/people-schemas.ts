import { objectSchema, textSchema, userIdText } from './schema-terms.ts'

export const username = textSchema(
  64,
  '2 to 64 of `A-Z a-z 0-9 . _ -`, unique when upper and lower case count as equal.',
  {
    minLength: 2,
    pattern: '^[A-Za-z0-9][A-Za-z0-9._-]+$',
    examples: ['ada'],
  },
)

/** What is told of the owner or author of something. */
export const personSchema = objectSchema(
  {
    title: 'Person',
    description: 'The public part of a user. Texts of a deleted user belong to `ghost`.',
    examples: [{ id: '7', username: 'ada', name: 'Ada Lovelace' }],
  },
  { id: userIdText, username, name: textSchema(200, 'The display name.') },
)
