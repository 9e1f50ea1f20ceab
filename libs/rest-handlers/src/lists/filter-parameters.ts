import type { ContentModel, RecordType } from '@content-service/domain'
import {
  ABOUT_OPERATORS,
  INTEGER_RANGE,
  listMembers,
  listOrderFields,
  OPERATORS,
  TAKES_LIST,
  type Member,
  type Operator,
  type ValueKind,
  type ValueMember,
} from '@content-service/domain/internal/lists'
import { perModel } from '@content-service/domain/internal/model'
import { DECIMAL_PATTERN } from '@content-service/domain/internal/rules'
import { Type, type TSchema } from 'typebox'
import type { QueryParameter, QueryParameters } from '../requests/query-parameter.ts'
import { integerSchema, textSchema, wordSchema } from '../schemas/schema-terms.ts'

/** C14.9: parameters of other meanings. Fields with these names are filtered through `where` alone. */
const OTHER_PARAMETERS: ReadonlySet<string> = new Set(
  `page limit offset sort sortBy direction where after before first last include fields by query deleted`.split(
    ' ',
  ),
)

/** A parameter that filters a list: a value of a record, and an operator. */
export interface FilterParameter {
  /** `title[contains]`. */
  readonly name: string
  readonly member: string
  readonly operator: Operator
  readonly value: ValueMember
}

const WITHOUT_OPERATOR: ReadonlySet<string> = new Set(['eq', 'has'])

const LONGEST = { maxLength: 1_000 }
/** A value that a list has. */
function createItemSchema(member: ValueMember): TSchema {
  return VALUE_SCHEMAS[member.item ?? 'text'](member)
}

const VALUE_SCHEMAS = {
  id: () => Type.String({ maxLength: 100 }),
  text: () => Type.String(LONGEST),
  integer: () => integerSchema(INTEGER_RANGE.least, INTEGER_RANGE.most, ''),
  number: () => Type.Number(),
  decimal: () => Type.String({ ...LONGEST, pattern: `^${DECIMAL_PATTERN}$` }),
  time: () => Type.String({ format: 'date-time', maxLength: 64 }),
  date: () => Type.String({ format: 'date', maxLength: 10 }),
  flag: () => Type.Boolean(),
  choice: ({ words = [] }: ValueMember) => wordSchema(words),
  // The only operator takes a flag.
  json: () => Type.Boolean(),
  texts: () => Type.String(LONGEST),
  list: createItemSchema,
  // The only operator takes a flag.
  parts: () => Type.Boolean(),
} as const satisfies Readonly<Record<ValueKind, (member: ValueMember) => TSchema>>

/** Lists of values in a URL are texts with commas. */
const describeOperator = (operator: Operator): string =>
  `${ABOUT_OPERATORS[operator]}${TAKES_LIST.has(operator) ? ' Separated by commas.' : ''}`

const createSchema = (value: ValueMember, operator: Operator): TSchema => {
  if (operator === 'isNull' || operator === 'isEmpty') return Type.Boolean()
  return TAKES_LIST.has(operator) ? Type.String({ maxLength: 10_000 }) : VALUE_SCHEMAS[value.values](value)
}

const quoteAll = (permissions: readonly string[]): string =>
  permissions.map((permission) => `\`${permission}\``).join(' and ')

const describe = ({ member, operator, value }: FilterParameter): QueryParameter => {
  const needs = value.permissions.length === 0 ? '' : ` Needs ${quoteAll(value.permissions)} on all records.`
  const description = `\`${member}\`: ${describeOperator(operator)}${needs}`
  return { schema: { ...createSchema(value, operator), description } }
}

const listOperators = (member: string, value: ValueMember): readonly FilterParameter[] =>
  OPERATORS[value.values].map((operator) => ({
    name: WITHOUT_OPERATOR.has(operator) ? member : `${member}[${operator}]`,
    member,
    operator,
    value,
  }))

/** C16.1: `nutrition.calories[gt]` for a member of a group. */
const listParameters = (name: string, member: Member): readonly FilterParameter[] => {
  if (member.kind === 'value') return listOperators(name, member)
  if (member.kind !== 'group') return []
  return [
    ...listOperators(name, member.isNull),
    ...Object.entries(member.members).flatMap(([inside, each]) => listParameters(`${name}.${inside}`, each)),
  ]
}

/** C17.4: `deleted` asks for the trash of the type. */
const isTrash = (member: Member): boolean => member.kind === 'value' && member.trashOf !== undefined

const createFilters = (model: ContentModel, type: RecordType): readonly FilterParameter[] =>
  Object.entries(listMembers(model, type)).flatMap(([name, member]) =>
    OTHER_PARAMETERS.has(name) && !isTrash(member) ? [] : listParameters(name, member),
  )

const getFilters = perModel((model) => {
  const made = new Map<RecordType, ReadonlyMap<string, FilterParameter>>()
  return (type: RecordType) => {
    const filters =
      made.get(type) ?? new Map(createFilters(model, type).map((filter) => [filter.name, filter]))
    made.set(type, filters)
    return filters
  }
})

/** The parameters that filter a list of the type, by their names (C13.5). */
export const listFilterParameters = (
  model: ContentModel,
  type: RecordType,
): ReadonlyMap<string, FilterParameter> => getFilters(model)(type)

const IMPLIED = new RegExp(`^([^[]+)\\[(${[...WITHOUT_OPERATOR].join('|')})\\]$`)

/** C13.5: the parameters of a URL. `title[eq]` is the same parameter as `title`, if that filters by equality. */
export const renameImplied = (
  { model, type }: { readonly model: ContentModel; readonly type: RecordType },
  query: URLSearchParams,
): URLSearchParams =>
  new URLSearchParams(
    [...query].map(([name, value]): [string, string] => {
      const [, member = '', operator] = IMPLIED.exec(name) ?? []
      const filter = listFilterParameters(model, type).get(member)
      return [filter && filter.operator === operator ? member : name, value]
    }),
  )

const WHERE = (type: RecordType): QueryParameter => ({
  schema: textSchema(
    100_000,
    `A filter of ${type.names.plural} as JSON, with the members of \`${type.name}Where\` of GraphQL.`,
    { examples: ['{"or":[{"id":{"in":[]}}]}'] },
  ),
})

const SORT = (fields: readonly string[]): QueryParameter => ({
  schema: textSchema(
    200,
    `At most 3 fields to order by, separated by commas; \`-\` begins a descending one. Of: ${fields.join(', ')}. Each has an index. Not beside \`sortBy\`.`,
    { examples: [`-${fields[0] ?? ''}`] },
  ),
})

const QUERY = ({ names }: RecordType): QueryParameter => ({
  schema: textSchema(
    1_000,
    `Words that the texts of ${names.plural} must have, in the order of the list. You can use \`"…"\`, \`or\` and \`-\`. Costs a request.`,
    { minLength: 1, examples: ['printing'] },
  ),
})

/** The parameters of a list of the type that filter and order it (C13.5, C20.3). */
export const createListParameters = (model: ContentModel, type: RecordType): QueryParameters => {
  const orders = Object.keys(listOrderFields(model, type))
  return {
    where: WHERE(type),
    ...(type.isSearchable && { query: QUERY(type) }),
    ...(orders.length > 0 && { sort: SORT(orders) }),
    ...Object.fromEntries(
      [...listFilterParameters(model, type).values()].map((filter) => [filter.name, describe(filter)]),
    ),
  }
}
