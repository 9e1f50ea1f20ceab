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
      { ...closed, description: 'The article that the comment is about.' },
    ),
    version: versionNumber,
    createdAt: timestampOf('The time of creation.'),
    updatedAt: nullableTimestamp('The time of the last change; null until then.'),
  },
  { ...closed, title: 'Comment', description: 'A comment on a published article.' },
)

/** C6.4. */
export const newCommentBody = bodyType(
  Type.Object({ content }, { ...closed, title: 'NewComment', description: 'A new comment.' }),
)
export const patchedCommentBody = patchType(
  Type.Object(
    { content: Type.Optional(content) },
    { ...closed, title: 'CommentPatch', description: 'Members that you leave out keep their values.' },
  ),
)
