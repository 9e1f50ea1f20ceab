import { Type } from 'typebox'
import { bodyType, patchType } from '../body.ts'
import { personSchema } from '../people-schemas.ts'
import { closed, idOf, nullableTimestamp, textUpTo, timestampOf, versionNumber } from '../schema-terms.ts'

const content = textUpTo(10_000, '1 to 10,000 characters.', { minLength: 1, examples: ['Well said.'] })

export const commentSchema = Type.Object(
  {
    id: idOf('the comment'),
    content,
    author: personSchema,
    article: Type.Object(
      { id: idOf('the article') },
      { ...closed, description: 'The article that it is about.' },
    ),
    version: versionNumber,
    createdAt: timestampOf('When it was written.'),
    updatedAt: nullableTimestamp('When it was last changed; null until then.'),
  },
  { ...closed, title: 'Comment', description: 'What somebody said about a published article.' },
)

/** C6.4. */
export const newCommentBody = bodyType(
  Type.Object({ content }, { ...closed, title: 'NewComment', description: 'What is to be said.' }),
)
export const patchedCommentBody = patchType(
  Type.Object(
    { content: Type.Optional(content) },
    { ...closed, title: 'CommentPatch', description: 'What is absent stays as it is.' },
  ),
)
