import { SORT_DIRECTIONS, type Sorting } from '@content-service/domain/internal/reading'
import type { QueryParameters } from './query-parameter.ts'
import { wordSchema } from '../schemas/schema-terms.ts'
import { parseWord } from './paging.ts'

/** C6.3: the parameters that sort a list by one of these fields. */
export const createSortParameters = (fields: readonly string[]) => ({
  sortBy: { schema: { ...wordSchema(fields, 'The field to sort by.'), default: 'createdAt' } },
  direction: { schema: { ...wordSchema(SORT_DIRECTIONS, 'The sort direction.'), default: 'DESC' } },
})

/** C14.9: the same parameters of a list that has an order of its own without them. */
export const createOrderedParameters = (fields: readonly string[], order: string): QueryParameters => ({
  sortBy: { schema: wordSchema(fields, `The field to sort by, in the place of the order ${order}.`) },
  direction: {
    schema: wordSchema(SORT_DIRECTIONS, 'The direction to sort by `createdAt`, newest first by default.'),
  },
})

/** The order that the parameters request. @throws BAD_REQUEST. */
export const parseSorting = (
  fields: readonly string[],
  { sortBy, direction }: Readonly<Partial<Record<string, string>>>,
): Sorting => ({
  sortBy: parseWord(fields, sortBy, 'sortBy'),
  direction: parseWord(SORT_DIRECTIONS, direction, 'direction'),
})
