import type { ContentModel, RecordType } from '@content-service/domain'
import { listCountFields, listOrderFields } from '@content-service/domain/internal/lists'
import {
  nameConnection,
  nameCountField,
  nameOne,
  nameOrderBy,
  nameWhere,
} from '@content-service/domain/internal/model'
import { field, inputValue, objectType, withDefault } from './ast.ts'

/** The arguments of a page by offset. */
export const WINDOW_ARGUMENTS = [
  withDefault(inputValue('limit', 'Int'), '20'),
  withDefault(inputValue('offset', 'Int'), '0'),
]

/** The arguments of a page by cursor. */
export const PAGE_ARGUMENTS = [
  withDefault(inputValue('first', 'Int'), '20'),
  inputValue('after', 'String', 'The `endCursor` of the page before, of at most 16,384 characters.'),
  inputValue('last', 'Int', 'The number of the last records, instead of `first`.'),
  inputValue(
    'before',
    'String',
    'The `startCursor` of the page behind, of at most 16,384 characters; instead of `after`.',
  ),
]

/** The arguments that filter and order a list of the type. */
export const declareListArguments = (model: ContentModel, type: RecordType) => [
  inputValue('where', nameWhere(type.name), 'Only the records that match.'),
  ...(Object.keys(listOrderFields(model, type)).length > 0
    ? [inputValue('orderBy', `[${nameOrderBy(type)}!]`, 'At most 3 orders.')]
    : []),
]

/** A list of related records, by offset and by cursor; `about` has no full stop. */
export const declareList = (
  model: ContentModel,
  type: RecordType,
  [name, about]: readonly [string, string],
) => {
  const filters = declareListArguments(model, type)
  const aboutPages = `${about}, with cursors.`
  return [
    field(name, `[${type.name}!]!`, `${about}.`, [...WINDOW_ARGUMENTS, ...filters]),
    field(`${name}Connection`, `${nameConnection(type)}!`, aboutPages, [...PAGE_ARGUMENTS, ...filters]),
  ]
}

const capitalize = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

/** The types of a connection. */
export const declareConnection = (model: ContentModel, type: RecordType) => {
  const { plural } = type.names
  const aboutCounts = `The numbers of ${plural} on all pages by the values of a field, most frequent first.`
  const by = inputValue('by', `${nameCountField(type)}!`)
  const isCounted = Object.keys(listCountFields(model, type)).length > 0
  return [
    objectType(nameConnection(type), `A page of ${plural}.`, [
      field('edges', `[${type.name}Edge!]!`, 'The records on this page, each with its cursor.'),
      field('nodes', `[${type.name}!]!`, 'The records on this page.'),
      field(
        'pageInfo',
        'PageInfo!',
        'The first and the last cursor of the page, and whether more pages follow.',
      ),
      field('totalCount', 'Count!', `The number of ${plural} on all pages.`),
      ...(isCounted ? [field('counts', '[ValueCount!]!', aboutCounts, [by])] : []),
    ]),
    objectType(`${type.name}Edge`, `${capitalize(nameOne(type.word))} with its cursor.`, [
      field('node', `${type.name}!`, `The ${type.word}.`),
      field(
        'cursor',
        'String!',
        'The position in the list. The cursor is opaque and valid only for this list.',
      ),
    ]),
  ]
}
