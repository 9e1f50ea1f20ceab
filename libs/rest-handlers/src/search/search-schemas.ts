import { type ContentModel } from '@content-service/domain'
import {
  isLink,
  nameHit,
  perModel,
  type Field,
  type SearchedType,
} from '@content-service/domain/internal/model'
import { Type, type TSchema } from 'typebox'
import { fieldSchemas } from '../schemas/field-schemas.ts'
import type { QueryParameters } from '../requests/query-parameter.ts'
import { pageParameters } from '../requests/paging.ts'
import { idSchema, nullableSchema, objectSchema, textSchema, userIdText } from '../schemas/schema-terms.ts'

/** C14.2: the id of a linked record, or null. */
const linkSchemas = (shown: readonly (readonly [string, Field])[]): Readonly<Record<string, TSchema>> =>
  Object.fromEntries(
    shown.flatMap(([attribute, field]) =>
      isLink(field)
        ? [[attribute, nullableSchema(idSchema(`the ${field.to.word}; null if you may not read it`))]]
        : [],
    ),
  )

const createHit = ({ typeNamed }: ContentModel, searched: SearchedType): TSchema => {
  const type = typeNamed(searched.name)
  const { word, isNumbered, attributes } = type
  const shown = Object.entries(attributes).filter(([attribute]) => searched.shown.includes(attribute))
  return objectSchema(
    { title: nameHit(type), description: 'A search hit. Read the whole record at its own URL.' },
    {
      type: Type.Literal(searched.type, { description: 'The kind of record.' }),
      snippet: Type.String({
        maxLength: 10_000,
        description:
          'A part of the text as HTML: everything is escaped, and the found words are in `<mark>`.',
      }),
      score: Type.Number({ description: 'The score of the match. A higher score is a better match.' }),
      id: isNumbered ? userIdText : idSchema(`the ${word}`),
      ...fieldSchemas(Object.fromEntries(shown.filter(([, field]) => !isLink(field)))),
      ...linkSchemas(shown),
    },
  )
}

/** C5.3. */
export const hitSchema = perModel((model) =>
  Type.Unsafe({
    title: 'SearchHit',
    description: 'A record that the search found. `type` names its kind.',
    oneOf: model.searches.map((searched) => createHit(model, searched)),
  }),
)

export const searchParameters = {
  query: {
    isRequired: true,
    schema: textSchema(1_000, 'The words to search for. You can use `"…"`, `or` and `-`.', {
      minLength: 1,
      examples: ['printing'],
    }),
  },
  types: {
    schema: textSchema(1_000, 'The kinds of records to search, separated by commas. All kinds without it.', {
      examples: ['USER'],
    }),
  },
  where: {
    schema: textSchema(
      100_000,
      'A filter as JSON, with the members of `SearchWhere` of GraphQL: each narrows the hits of its type alone.',
      { examples: ['{"user":{"username":{"startsWith":"ada"}}}'] },
    ),
  },
  ...pageParameters,
} as const satisfies QueryParameters

/** The parameters of a search that choose its hits. */
export const searchFilters = {
  query: searchParameters.query,
  types: searchParameters.types,
  where: searchParameters.where,
} as const satisfies QueryParameters
