import { perModel, type RecordType, type SearchedType } from '@content-service/domain'
import { Type, type TProperties, type TSchema } from 'typebox'
import { inputSchemas } from '../records/field-schemas.ts'
import type { QueryParameters } from '../endpoint.ts'
import { pageParameters } from '../paging.ts'
import { userFields } from '../people-schemas.ts'
import { idSchema, objectSchema, textSchema, userIdText } from '../schema-terms.ts'

const createHit = (type: string, title: string, members: TProperties) =>
  objectSchema(
    { title, description: 'A search hit. Read the whole record at its own address.' },
    {
      type: Type.Literal(type, { description: 'The kind of record.' }),
      score: Type.Number({ description: 'The score of the match. A higher score is a better match.' }),
      ...members,
    },
  )

const { username, name } = userFields

const BUILT_IN_HITS: readonly TSchema[] = [
  createHit('ARTICLE', 'ArticleHit', {
    id: idSchema('the article'),
    title: textSchema(300, 'The title of the article.'),
    excerpt: textSchema(500, 'The excerpt of the article.'),
  }),
  createHit('USER', 'UserHit', { id: userIdText, username, name }),
  createHit('COMMENT', 'CommentHit', {
    id: idSchema('the comment'),
    content: textSchema(10_000, 'The text of the comment.'),
    articleId: idSchema('the article that the comment is about'),
  }),
]

/** A hit of a declared type shows the texts that the search looks at. */
const createDeclaredHit = (type: RecordType, { type: word, texts }: SearchedType): TSchema => {
  const schemas = inputSchemas(type.inputs)
  const members = texts.flatMap(({ attribute }) => {
    const schema = schemas[attribute]
    return schema ? [[attribute, schema]] : []
  })
  return createHit(word, `${type.name}Hit`, {
    id: idSchema(`the ${type.word}`),
    ...Object.fromEntries(members),
  })
}

/** C5.3. */
export const hitSchema = perModel((model) => {
  const declared = model.searches.flatMap((searched) => {
    const type = model.typeOf(searched.from)
    return type?.custom === null ? [createDeclaredHit(type, searched)] : []
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
    schema: textSchema(1_000, 'The words to search for. You can use `"…"`, `or` and `-`.', {
      minLength: 1,
      examples: ['printing'],
    }),
  },
  ...pageParameters,
} as const satisfies QueryParameters
