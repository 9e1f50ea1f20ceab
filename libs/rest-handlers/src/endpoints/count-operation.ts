import type { ListOperation } from '@content-service/domain'
import { listCountFields } from '@content-service/domain/internal/lists'
import { countByValues } from '@content-service/domain/internal/operations'
import { Type } from 'typebox'
import { ok } from './answers.ts'
import type { Endpoint } from './endpoint.ts'
import type { QueryParameters } from '../requests/query-parameter.ts'
import { listKnownParameters, type ListOptions } from './list-operation.ts'
import { createJsonResponse } from '../protocol/http.ts'
import { RestError } from '../protocol/problem.ts'
import { cursorParameters } from '../lists/cursor-page.ts'
import { renameImplied } from '../lists/filter-parameters.ts'
import { pageParameters, parseWord, readParameters } from '../requests/paging.ts'
import { closed, integerSchema, wordSchema } from '../schemas/schema-terms.ts'
import { readListInput, refuseAsParameter, type FilteredList } from '../lists/read-list-input.ts'

const countSchema = Type.Object(
  {
    value: integerSchema(0, 10_000, 'The number, at most 10,000.'),
    precision: wordSchema(['EXACT', 'AT_LEAST'], 'AT_LEAST if there may be more records.'),
  },
  { ...closed, description: 'The number of the records.' },
)

/** C13.5: values with their numbers. */
export const valueCountsSchema = Type.Array(
  Type.Object(
    {
      value: Type.Unsafe<string | null>({
        type: ['string', 'null'],
        maxLength: 100,
        description: 'The value; null for the records without one.',
      }),
      count: countSchema,
    },
    { ...closed, title: 'ValueCount', description: 'A value, and the number of records that have it.' },
  ),
  { maxItems: 100 },
)

/** The parameters of a list that choose its records. */
const listFilters = (query: QueryParameters, filtered: FilteredList): QueryParameters => {
  const without = new Set([
    ...Object.keys(pageParameters),
    ...Object.keys(cursorParameters),
    'sort',
    'sortBy',
    'direction',
  ])
  return Object.fromEntries(
    Object.entries(listKnownParameters(query, filtered)).filter(([name]) => !without.has(name)),
  )
}

interface CountedList extends ListOptions {
  readonly filtered: FilteredList
  readonly list: ListOperation<never>
  readonly name: string
}

/** C13.5: `GET /api/articles/counts?by=status`; undefined for a type without a field that is counted. */
export const createCountEndpoint = ({
  filtered,
  list,
  name,
  query = pageParameters,
  parseFilters,
}: CountedList): Endpoint | undefined => {
  const fields = Object.keys(listCountFields(filtered.model, filtered.type))
  if (fields.length === 0) return undefined
  const known = {
    by: { isRequired: true as const, schema: wordSchema(fields, 'The field by whose values to count.') },
    ...listFilters(query, filtered),
  }
  return {
    operation: name,
    id: `${name}Counts`,
    summary: `Count ${filtered.type.names.plural} by the values of a field`,
    description: 'The values that occur, most frequent first.',
    access: list.access,
    query: known,
    answers: [ok(valueCountsSchema, 'The values with their numbers.')],
    handler: async (request, context) => {
      const { by, ...given } = readParameters(renameImplied(filtered, request.query), known)
      const word = parseWord(fields, by, 'by')
      if (word === undefined)
        throw new RestError('BAD_REQUEST', `The parameter by is missing. Set it to ${fields.join(' or ')}.`)
      const { others, input } = readListInput(filtered, given, (parameter) => parameter in query)
      const filters = { ...(parseFilters?.(others) ?? others), ...input } as never
      const counts = await countByValues(context, list, filters, word).catch(refuseAsParameter)
      return createJsonResponse(200, counts)
    },
  }
}
