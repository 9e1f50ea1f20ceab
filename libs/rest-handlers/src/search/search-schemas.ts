import { perModel, type RecordType, type SearchedType } from '@content-service/domain'
import { Type, type TProperties, type TSchema } from 'typebox'
import { inputSchemas } from '../records/record-schemas.ts'
import type { QueryParameters } from '../endpoint.ts'
import { pageParameters } from '../paging.ts'
import { username } from '../people-schemas.ts'
import { idOf, objectOf, textUpTo, userIdText } from '../schema-terms.ts'

const hitOf = (type: string, title: string, members: TProperties) =>
  objectOf(
    { title, description: 'A search hit. Read the whole record at its own address.' },
    {
      type: Type.Literal(type, { description: 'The kind of record.' }),
      score: Type.Number({ description: 'The score of the match. A higher score is a better match.' }),
      ...members,
    },
  )

const BUILT_IN_HITS: readonly TSchema[] = [
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
]

/** A hit of a declared type shows the texts that the search looks at. */
const declaredHit = (type: RecordType, { type: word, texts }: SearchedType): TSchema => {
  const schemas = inputSchemas(type.inputs)
  const members = texts.flatMap(({ attribute }) => {
    const schema = schemas[attribute]
    return schema ? [[attribute, schema]] : []
  })
  return hitOf(word, `${type.name}Hit`, { id: idOf(`the ${type.word}`), ...Object.fromEntries(members) })
}

/** C5.3. */
export const hitSchema = perModel((model) => {
  const declared = model.searches.flatMap((searched) => {
    const type = model.typeOf(searched.from)
    return type?.custom === null ? [declaredHit(type, searched)] : []
  })
  return Type.Unsafe({
    title: 'SearchHit',
    description: 'A record that the search found. `type` names its kind.',
    oneOf: [...BUILT_IN_HITS, ...declared],
  })
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
