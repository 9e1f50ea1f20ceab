import { Type, type TProperties } from 'typebox'
import type { QueryParameters } from '../endpoint.ts'
import { pageParameters } from '../paging.ts'
import { username } from '../people-schemas.ts'
import { closed, idOf, nullable, textUpTo, userIdText } from '../schema-terms.ts'

const hitOf = (type: string, title: string, members: TProperties) =>
  Type.Object(
    {
      type: Type.Literal(type, { description: 'The kind of record.' }),
      score: Type.Number({ description: 'The score of the match. A higher score is a better match.' }),
      ...members,
    },
    { ...closed, title, description: 'A search hit. Read the whole record at its own address.' },
  )

/** C5.3. */
export const hitSchema = Type.Unsafe({
  title: 'SearchHit',
  description: 'A record that the search found. `type` names its kind.',
  oneOf: [
    hitOf('ARTICLE', 'ArticleHit', {
      id: idOf('the article'),
      title: textUpTo(300, 'The title of the article.'),
      excerpt: textUpTo(500, 'The excerpt of the article.'),
    }),
    hitOf('USER', 'UserHit', { id: userIdText, username, name: textUpTo(200, 'The name of the user.') }),
    hitOf('COMMENT', 'CommentHit', {
      id: idOf('the comment'),
      content: textUpTo(10_000, 'The text of the comment.'),
      articleId: idOf('the article that the comment is about'),
    }),
    hitOf('PRODUCT', 'ProductHit', {
      id: idOf('the product'),
      title: textUpTo(300, 'The title of the product.'),
      description: nullable(textUpTo(10_000, 'The description of the product.')),
    }),
  ],
})

export const searchParameters = {
  query: {
    isRequired: true,
    schema: textUpTo(1_000, 'The words to search for. You can use `"…"`, `or` and `-`.', {
      minLength: 1,
      examples: ['printing'],
    }),
  },
  ...pageParameters,
} as const satisfies QueryParameters
