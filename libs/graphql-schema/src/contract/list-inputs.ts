import type { ContentModel, RecordType } from '@content-service/domain'
import {
  listCountFields,
  listMembers,
  listOrderFields,
  type Member,
  type ValueMember,
} from '@content-service/domain/internal/lists'
import {
  listPluralTypes,
  nameCountField,
  nameListWhere,
  nameOne,
  nameOrderBy,
  nameOrderField,
  nameWhere,
  nameWord,
} from '@content-service/domain/internal/model'
import { nameMember } from '@content-service/domain/internal/search'
import { enumType, inputType, inputValue, withDefault } from './ast.ts'
import { nameOperatorInput, declareOperatorInputs } from './operator-inputs.ts'

const isServed = ({ isIndexed, isUnique, link }: ValueMember): boolean =>
  isIndexed || isUnique || link !== undefined

const quoteAll = (permissions: readonly string[]): string =>
  permissions.map((permission) => `\`${permission}\``).join(' and ')

const describeValue = (member: ValueMember): string =>
  [
    member.about,
    ...(isServed(member) ? ['It has an index.'] : []),
    ...(member.hasTextIndex ? ['It has an index for `contains` and `startsWith`.'] : []),
    ...(member.permissions.length === 0 ? [] : [`Needs ${quoteAll(member.permissions)} on all records.`]),
  ].join(' ')

const declareMember = ([name, member]: readonly [string, Member]) => {
  if (member.kind === 'value') return inputValue(name, nameOperatorInput(member), describeValue(member))
  if (member.kind === 'group')
    return inputValue(name, nameWhere(member.typeName), `${member.about} Conditions on its members.`)
  const { kind, to } = member
  const aboutLink = `Linked to ${nameOne(to.word)} that you may read and that matches.`
  const aboutList = `Conditions on the ${to.names.plural} that you may read.`
  return kind === 'link'
    ? inputValue(name, nameWhere(to.name), aboutLink)
    : inputValue(name, nameListWhere(to), aboutList)
}

/** C16.1: the filters of the groups among these members, and of the groups in them. */
const declareGroups = (members: readonly Member[]): readonly ReturnType<typeof inputType>[] =>
  members.flatMap((member) => {
    if (member.kind !== 'group') return []
    const { typeName, members: inside } = member
    const about = `Conditions on a group. All of them must hold.`
    return [
      inputType(nameWhere(typeName), about, [
        ...Object.entries(inside).map(declareMember),
        inputValue('isNull', 'Boolean', 'Whether the value is null.'),
      ]),
      ...declareGroups(Object.values(inside)),
    ]
  })

const declareWhere = (model: ContentModel, type: RecordType) => {
  const name = nameWhere(type.name)
  const about = `A filter of ${type.names.plural}. All members must match; \`{}\` matches all records.`
  return inputType(name, about, [
    inputValue('and', `[${name}!]`, 'All filters match. At most 50.'),
    inputValue('or', `[${name}!]`, 'At least one filter matches. At most 50.'),
    inputValue('not', name, 'The filter does not match.'),
    ...Object.entries(listMembers(model, type)).map(declareMember),
  ])
}

const declareListWhere = (type: RecordType) =>
  inputType(nameListWhere(type), `A filter by a list of ${type.names.plural}.`, [
    inputValue('some', nameWhere(type.name), 'At least one record matches.'),
    inputValue('every', nameWhere(type.name), 'All records match, or there are none.'),
    inputValue('none', nameWhere(type.name), 'No record matches.'),
  ])

const declareOrder = (type: RecordType) =>
  inputType(nameOrderBy(type), `An order of ${type.names.plural}. Records without a value come last.`, [
    inputValue('field', `${nameOrderField(type)}!`, 'The field to order by.'),
    withDefault(inputValue('direction', 'SortDirection!', 'The direction.'), 'ASC'),
  ])

const declareListTypes = (model: ContentModel, type: RecordType) => {
  const { plural } = type.names
  const orders = Object.keys(listOrderFields(model, type)).map(nameWord)
  const counts = Object.keys(listCountFields(model, type)).map(nameWord)
  const aboutOrders = `The fields by which you can order ${plural}. Each has an index.`
  const aboutCounts = `The fields by whose values ${plural} are counted.`
  return [
    declareWhere(model, type),
    ...declareGroups(Object.values(listMembers(model, type))),
    declareListWhere(type),
    ...(orders.length > 0 ? [declareOrder(type), enumType(nameOrderField(type), aboutOrders, orders)] : []),
    ...(counts.length > 0 ? [enumType(nameCountField(type), aboutCounts, counts)] : []),
  ]
}

/** C13.7: the filter of a search, with a member for each type that a search finds. */
const declareSearchWhere = ({ searches }: ContentModel) =>
  inputType('SearchWhere', 'A filter of a search. A member narrows the hits of its type alone.', [
    inputValue('createdAt', 'TimeWhere', 'The time of creation, of records of all types.'),
    ...searches.map((searched) =>
      inputValue(nameMember(searched), nameWhere(searched.name), `Only these ${searched.from}.`),
    ),
  ])

/** The inputs of the filters and orders of all types of a model. */
export const declareListInputs = (model: ContentModel) => [
  ...declareOperatorInputs(model),
  declareSearchWhere(model),
  ...listPluralTypes(model.types).flatMap((type) => declareListTypes(model, type)),
]
