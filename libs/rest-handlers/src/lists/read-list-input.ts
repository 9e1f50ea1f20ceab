import { ContentError, type ContentModel, type RecordType } from '@content-service/domain'
import { createWordsPart, listOrderFields, TAKES_LIST } from '@content-service/domain/internal/lists'
import type { FilterPart, ListInput } from '@content-service/domain/internal/reading'
import { adviseName, quote } from '@content-service/domain/internal/rules'
import { endSentence, RestError } from '../protocol/problem.ts'
import { listFilterParameters, type FilterParameter } from './filter-parameters.ts'

/** The type whose records a list has. */
export interface FilteredList {
  readonly model: ContentModel
  readonly type: RecordType
}

type Where = Readonly<Record<string, unknown>>
type Texts = Readonly<Partial<Record<string, string>>>

/** A number of JSON, as bodies print it. */
const NUMBER = /^-?[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]+)?$/
const FLAGS: Readonly<Record<string, boolean>> = { true: true, false: false }

/** A value of JSON of its text. A text that is none stays, and the filter refuses it. */
const readValue = ({ value, operator }: FilterParameter, text: string): unknown => {
  const kind = value.item ?? value.values
  if (operator === 'isNull' || operator === 'isEmpty' || kind === 'flag') return FLAGS[text] ?? text
  if (kind === 'integer' || kind === 'number') return NUMBER.test(text) ? Number(text) : text
  return text
}

/** A bare + in a URL stands for a blank. */
const LOST_PLUS = /T[0-9:.]+ [0-9]{2}:[0-9]{2}$/i

/** @throws BAD_REQUEST for a time that has lost its +. */
export const requirePlus = (name: string, text: string): void => {
  if (LOST_PLUS.test(text))
    throw new RestError(
      'BAD_REQUEST',
      `The parameter ${name} has a blank before its offset. Write + as %2B in a URL.`,
    )
}

const checkTimes = ({ name, value }: FilterParameter, texts: readonly string[]): void => {
  if ((value.item ?? value.values) === 'time') for (const text of texts) requirePlus(name, text)
}

/** `nutrition.calories` is a member of a group (C16.1). A group that is null has its operator beside its members. */
const nest = (member: string, compared: Where): Where =>
  member.split('.').reduceRight<Where>((inside, step) => ({ [step]: inside }), compared)

const readPart = (filter: FilterParameter, text: string): FilterPart => {
  const { name, member, operator } = filter
  const texts = TAKES_LIST.has(operator) ? text.split(',') : [text]
  checkTimes(filter, texts)
  const value = TAKES_LIST.has(operator)
    ? texts.map((each) => readValue(filter, each))
    : readValue(filter, text)
  return { where: nest(member, { [operator]: value }), path: [name], isShort: true }
}

/** @throws BAD_REQUEST. */
export const parseWhere = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw new RestError('BAD_REQUEST', 'The parameter where must be the JSON of a filter.')
  }
}

const parseSort = (text: string, { model, type }: FilteredList): ListInput['orderBy'] => {
  const known = Object.keys(listOrderFields(model, type))
  return text.split(',').map((each) => {
    const [field, direction] = each.startsWith('-') ? [each.slice(1), 'DESC'] : [each, 'ASC']
    if (known.includes(field)) return { field, direction }
    throw new RestError(
      'BAD_REQUEST',
      endSentence(
        `The parameter sort names ${quote(field)}, which is no order of ${type.names.plural}; ${adviseName(field, known)}`,
      ),
    )
  })
}

/** The parameters of a list, without those that filter and order it, and the filter and the order. @throws BAD_REQUEST. */
export const readListInput = (
  list: FilteredList,
  { where, sort, query, ...given }: Texts,
  released: (name: string) => boolean,
): { readonly others: Texts; readonly input: ListInput } => {
  if (sort !== undefined && (given['sortBy'] !== undefined || given['direction'] !== undefined))
    throw new RestError('BAD_REQUEST', 'The parameter sort replaces sortBy and direction. Send one of them.')
  const filters = listFilterParameters(list.model, list.type)
  const isFilter = (name: string): boolean => filters.has(name) && !released(name)
  const compared = Object.entries(given).flatMap(([name, text]) => {
    const filter = isFilter(name) ? filters.get(name) : undefined
    return filter && text !== undefined ? [readPart(filter, text)] : []
  })
  const parts = [...compared, ...(query === undefined ? [] : [createWordsPart(query)])]
  return {
    others: Object.fromEntries(Object.entries(given).filter(([name]) => !isFilter(name))),
    input: {
      ...(where !== undefined && { where: parseWhere(where) }),
      ...(sort !== undefined && { orderBy: parseSort(sort, list) }),
      ...(parts.length > 0 && { parts }),
    },
  }
}

/** C13.5: a wrong parameter is BAD_REQUEST. The orders of a list are the parameter `sort`. */
export const refuseAsParameter = (error: unknown): never => {
  if (error instanceof ContentError && error.code === 'BAD_USER_INPUT')
    throw new RestError('BAD_REQUEST', endSentence(error.message.replace(/^orderBy(\.\d+\.field)?/, 'sort')))
  throw error
}
