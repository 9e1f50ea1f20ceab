import type { ContentModel, RecordType } from '@content-service/domain'
import {
  listPluralTypes,
  nameCountField,
  nameListWhere,
  nameOne,
  nameOrderBy,
  nameOrderField,
  nameWhere,
  nameWord,
} from '@content-service/domain/model'
import { nameMember } from '@content-service/domain/search'
import {
  ABOUT_OPERATORS,
  listCountFields,
  listMembers,
  listOrderFields,
  OPERATORS,
  TAKES_LIST,
  type Member,
  type ValueKind,
  type ValueMember,
} from '@content-service/domain/lists'

const line = (description: string, declaration: string): string =>
  `  ${JSON.stringify(description)}\n  ${declaration}`

const block = (description: string, head: string, lines: readonly string[]): string =>
  `${JSON.stringify(description)}\n${head} {\n${lines.join('\n')}\n}\n`

/** The inputs of values, and the scalars of their operators (C13.1). */
const VALUES = {
  id: { input: 'IdWhere', scalar: 'ID', about: 'an id' },
  text: { input: 'TextWhere', scalar: 'String', about: 'a text' },
  integer: { input: 'IntWhere', scalar: 'Int', about: 'a whole number' },
  number: { input: 'FloatWhere', scalar: 'Float', about: 'a number' },
  time: { input: 'TimeWhere', scalar: 'String', about: 'a point in time, in RFC 3339' },
  flag: { input: 'FlagWhere', scalar: 'Boolean', about: 'true or false' },
  texts: { input: 'TextListWhere', scalar: 'String', about: 'a list of texts' },
} as const satisfies Readonly<Record<Exclude<ValueKind, 'choice'>, object>>

const operatorType = (operator: string, scalar: string): string => {
  if (operator === 'isNull' || operator === 'isEmpty') return 'Boolean'
  return TAKES_LIST.has(operator) ? `[${scalar}!]` : scalar
}

/** C12.5: the largest value that a client may send. */
const describeMaximum = (kind: ValueKind, operator: string): string => {
  if (TAKES_LIST.has(operator)) return ' At most 100 values.'
  if (operator === 'isNull' || operator === 'isEmpty') return ''
  if (kind === 'time') return ' At most 64 characters.'
  return kind === 'text' || kind === 'texts' ? ' At most 1,000 characters.' : ''
}

const declareOperators = (kind: ValueKind, name: string, scalar: string, about: string): string =>
  block(
    `Conditions on ${about}. All of them must hold.`,
    `input ${name}`,
    OPERATORS[kind].map((operator) =>
      line(
        `${ABOUT_OPERATORS[operator]}${describeMaximum(kind, operator)}`,
        `${operator}: ${operatorType(operator, scalar)}`,
      ),
    ),
  )

const isValue = (member: Member): member is ValueMember => member.kind === 'value'

const nameInput = ({ values, wordsName = '' }: ValueMember): string =>
  values === 'choice' ? nameWhere(wordsName) : VALUES[values].input

const isServed = ({ isIndexed, isUnique, link }: ValueMember): boolean =>
  isIndexed || isUnique || link !== undefined

const describeValue = (member: ValueMember): string =>
  [
    member.about,
    ...(isServed(member) ? ['It has an index.'] : []),
    ...(member.hasTextIndex ? ['It has an index for `contains` and `startsWith`.'] : []),
    ...(member.permission === null ? [] : [`Needs \`${member.permission}\` on all records.`]),
  ].join(' ')

const declareMember = ([name, member]: readonly [string, Member]): string => {
  if (member.kind === 'value') return line(describeValue(member), `${name}: ${nameInput(member)}`)
  return member.kind === 'link'
    ? line(
        `Linked to ${nameOne(member.to.word)} that you may read and that matches.`,
        `${name}: ${nameWhere(member.to.name)}`,
      )
    : line(
        `Conditions on the ${member.to.names.plural} that you may read.`,
        `${name}: ${nameListWhere(member.to)}`,
      )
}

const declareWhere = (model: ContentModel, type: RecordType): string => {
  const name = nameWhere(type.name)
  const about = `A filter of ${type.names.plural}. All members must match; \`{}\` matches all records.`
  return block(about, `input ${name}`, [
    line('All filters match. At most 50.', `and: [${name}!]`),
    line('At least one filter matches. At most 50.', `or: [${name}!]`),
    line('The filter does not match.', `not: ${name}`),
    ...Object.entries(listMembers(model, type)).map(declareMember),
  ])
}

const declareListWhere = (type: RecordType): string =>
  block(`A filter by a list of ${type.names.plural}.`, `input ${nameListWhere(type)}`, [
    line('At least one record matches.', `some: ${nameWhere(type.name)}`),
    line('All records match, or there are none.', `every: ${nameWhere(type.name)}`),
    line('No record matches.', `none: ${nameWhere(type.name)}`),
  ])

const declareOrder = (model: ContentModel, type: RecordType): readonly string[] => {
  const words = Object.keys(listOrderFields(model, type)).map((name) => `  ${nameWord(name)}`)
  if (words.length === 0) return []
  return [
    block(
      `An order of ${type.names.plural}. Records without a value come last.`,
      `input ${nameOrderBy(type)}`,
      [
        line('The field to order by.', `field: ${nameOrderField(type)}!`),
        line('The direction.', 'direction: SortDirection! = ASC'),
      ],
    ),
    block(
      `The fields by which you can order ${type.names.plural}. Each has an index.`,
      `enum ${nameOrderField(type)}`,
      words,
    ),
  ]
}

/** The inputs of choices, each once. */
const declareChoices = (model: ContentModel): readonly string[] => {
  const names = model.types.flatMap((type) =>
    Object.values(listMembers(model, type)).flatMap((member) =>
      isValue(member) && member.wordsName !== undefined ? [member.wordsName] : [],
    ),
  )
  return [...new Set(names)].map((name) =>
    declareOperators('choice', nameWhere(name), name, 'a value of a closed set'),
  )
}

/** C13.7: the filter of a search, with a member for each type that a search finds. */
const declareSearchWhere = ({ searches }: ContentModel): string =>
  block('A filter of a search. A member narrows the hits of its type alone.', 'input SearchWhere', [
    line('The time of creation, of records of all types.', 'createdAt: TimeWhere'),
    ...searches.map((searched) =>
      line(`Only these ${searched.from}.`, `${nameMember(searched)}: ${nameWhere(searched.name)}`),
    ),
  ])

/** The inputs of the filters and orders of all types of a model. */
export const declareLists = (model: ContentModel): readonly string[] => [
  ...Object.entries(VALUES).map(([kind, { input, scalar, about }]) =>
    declareOperators(kind as keyof typeof VALUES, input, scalar, about),
  ),
  ...declareChoices(model),
  declareSearchWhere(model),
  ...listPluralTypes(model.types).flatMap((type) => [
    declareWhere(model, type),
    declareListWhere(type),
    ...declareOrder(model, type),
    ...declareCountField(model, type),
  ]),
]

const declareCountField = (model: ContentModel, type: RecordType): readonly string[] => {
  const words = Object.keys(listCountFields(model, type)).map((name) => `  ${nameWord(name)}`)
  if (words.length === 0) return []
  return [
    block(
      `The fields by whose values ${type.names.plural} are counted.`,
      `enum ${nameCountField(type)}`,
      words,
    ),
  ]
}

/** The arguments of a list of the type. */
export const listArguments = (model: ContentModel, type: RecordType): string => {
  const isOrdered = Object.keys(listOrderFields(model, type)).length > 0
  return ` "Only the records that match." where: ${nameWhere(type.name)}${isOrdered ? ` "At most 3 orders." orderBy: [${nameOrderBy(type)}!]` : ''}`
}

/** The arguments of a page by cursor. */
export const PAGE_ARGUMENTS = [
  'first: Int = 20 "The `endCursor` of the page before, of at most 16,384 characters." after: String',
  '"The number of the last records, instead of `first`." last: Int',
  '"The `startCursor` of the page behind, of at most 16,384 characters; instead of `after`." before: String',
].join(' ')

/** The field of a connection that counts by values. */
const declareCounts = (model: ContentModel, type: RecordType): readonly string[] =>
  Object.keys(listCountFields(model, type)).length === 0
    ? []
    : [
        line(
          `The numbers of ${type.names.plural} on all pages by the values of a field, most frequent first.`,
          `counts(by: ${nameCountField(type)}!): [ValueCount!]!`,
        ),
      ]

/** The types of a connection. */
export const declareConnection = (model: ContentModel, type: RecordType): readonly string[] => [
  block(`A page of ${type.names.plural}.`, `type ${type.name}Connection`, [
    line('The records on this page, each with its cursor.', `edges: [${type.name}Edge!]!`),
    line('The records on this page.', `nodes: [${type.name}!]!`),
    line('The first and the last cursor of the page, and whether more pages follow.', 'pageInfo: PageInfo!'),
    line(`The number of ${type.names.plural} on all pages.`, 'totalCount: Count!'),
    ...declareCounts(model, type),
  ]),
  block(`${capitalize(nameOne(type.word))} with its cursor.`, `type ${type.name}Edge`, [
    line(`The ${type.word}.`, `node: ${type.name}!`),
    line('The position in the list. The cursor is opaque and valid only for this list.', 'cursor: String!'),
  ]),
]

const capitalize = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`
