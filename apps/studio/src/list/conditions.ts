import { getTypeNamed, type ContentModel, type ContentType, type Field } from '../api/model.ts'

/** A filter of a list by values. */
export type ValueFilter = Extract<ContentType['filters'][number], { readonly kind: 'value' }>

/** A parameter of the address: `startsAt[gte]=2027-01-01T00:00:00Z`. */
export interface Condition {
  readonly filter: ValueFilter
  readonly operator: string
}

/** Operators with several values, or with the opposite of another one, are for programs. */
const OFFERED = ['eq', 'ne', 'contains', 'startsWith', 'lt', 'lte', 'gt', 'gte', 'has', 'isNull', 'isEmpty']

/** The operators that people choose from, in the order of their use. */
export const listOperators = ({ operators }: ValueFilter): readonly string[] =>
  OFFERED.filter((operator) => operators.includes(operator))

/** Whether an operator asks for true or false in the place of a value. */
export const isQuestion = (operator: string): boolean => operator === 'isNull' || operator === 'isEmpty'

/** Whether a filter compares times or dates: they are before or after others. */
export const isOfTime = ({ values }: Pick<ValueFilter, 'values'>): boolean =>
  values === 'time' || values === 'date'

/** The parameter of a condition (C13.5). */
export const writeParameter = ({ filter: { name }, operator }: Condition): string =>
  operator === 'eq' || operator === 'has' ? name : `${name}[${operator}]`

const PARAMETER = /^(?<name>\w{1,100})(?:\[(?<operator>\w{1,20})\])?$/

/** The condition of a parameter; null for a parameter that is none. */
export const readParameter = ({ filters }: ContentType, parameter: string): Condition | null => {
  const { name, operator } = PARAMETER.exec(parameter)?.groups ?? {}
  const filter = filters.find((each) => each.name === name)
  if (filter?.kind !== 'value') return null
  return { filter, operator: operator ?? (filter.values === 'texts' ? 'has' : 'eq') }
}

/** The link whose ids the filter compares; undefined for other filters. */
export const findLink = ({ fields }: ContentType, { name }: ValueFilter): Field | undefined =>
  fields.find(({ link }) => link?.attribute === name)

/** The type of the records whose ids the filter compares; null for other filters. */
export const findLinked = (
  model: ContentModel,
  type: ContentType,
  filter: ValueFilter,
): ContentType | null => {
  const to = findLink(type, filter)?.link?.to
  return to === undefined ? null : getTypeNamed(model, to)
}

/** The filters that people can set: of those by ids, the ones of links, under the name of the link. */
export const listFilters = (
  type: ContentType,
  mayUse: (filter: ValueFilter) => boolean,
): readonly ValueFilter[] =>
  type.filters.flatMap((filter) => {
    if (filter.kind !== 'value' || !mayUse(filter)) return []
    if (filter.values !== 'id') return [filter]
    const label = findLink(type, filter)?.label
    return label === undefined ? [] : [{ ...filter, label }]
  })
