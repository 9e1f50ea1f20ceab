import { Type, type TProperties } from 'typebox'
import type { QueryParameters } from '../endpoint.ts'
import { pageParameters } from '../paging.ts'
import { username } from '../people-schemas.ts'
import { closed, idOf, nullable, textUpTo, userIdText } from '../schema-terms.ts'

const hitOf = (type: string, title: string, members: TProperties) =>
  Type.Object(
    {
      type: Type.Literal(type, { description: 'What was found.' }),
      score: Type.Number({ description: 'How well it matches; the higher the better.' }),
      ...members,
    },
    { ...closed, title, description: 'A hit; all of it is at its own address.' },
  )

/** C5.3. */
export const hitSchema = Type.Unsafe({
  title: 'SearchHit',
  description: 'What was found: `type` says what it is.',
  oneOf: [
    hitOf('ARTICLE', 'ArticleHit', {
      id: idOf('the article'),
      title: textUpTo(300, 'Its title.'),
      excerpt: textUpTo(500, 'Its excerpt.'),
    }),
    hitOf('USER', 'UserHit', { id: userIdText, username, name: textUpTo(200, 'Their name.') }),
    hitOf('COMMENT', 'CommentHit', {
      id: idOf('the comment'),
      content: textUpTo(10_000, 'What it says.'),
      articleId: idOf('the article that it is about'),
    }),
    hitOf('PRODUCT', 'ProductHit', {
      id: idOf('the product'),
      title: textUpTo(300, 'Its title.'),
      description: nullable(textUpTo(10_000, 'Its description.')),
    }),
  ],
})

export const searchParameters = {
  query: {
    isRequired: true,
    schema: textUpTo(1_000, 'What to search for, as one asks a search engine; `"…"`, `or` and `-` work.', {
      minLength: 1,
      examples: ['printing'],
    }),
  },
  ...pageParameters,
} as const satisfies QueryParameters
