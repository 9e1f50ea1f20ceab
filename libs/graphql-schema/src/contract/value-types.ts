import {
  isBlocks,
  isGroup,
  isList,
  nameBlock,
  nameEnum,
  nameGroup,
  namePartChange,
  namePartInput,
  type Field,
  type FieldKind,
  type NamedOwner,
} from '@content-service/domain/internal/model'

/** The GraphQL type of the values of each kind, as inputs have them; null for kinds that have types of their own. */
const VALUE_TYPES = {
  line: 'String',
  text: 'String',
  markdown: 'String',
  email: 'Email',
  url: 'URL',
  slug: 'String',
  number: 'Float',
  integer: 'Int',
  decimal: 'Decimal',
  counter: 'Int',
  flag: 'Boolean',
  time: 'String',
  tags: '[String!]',
  state: null,
  choice: null,
  date: 'Date',
  json: 'JSON',
  owner: 'ID',
  one: 'ID',
  many: '[ID!]',
  group: null,
  list: null,
  blocks: null,
} as const satisfies Readonly<Record<FieldKind, string | null>>

/** Where a value is: in a response, in an input of a new value, or in an input that changes single members. */
export type Place = 'output' | 'input' | 'change'

const placeGroup = (name: string, place: Place): string => {
  if (place === 'output') return name
  return place === 'input' ? namePartInput(name) : namePartChange(name)
}

/** The type of a value, without the sign that it cannot be null. */
export const nameValueType = (
  owner: NamedOwner,
  attribute: string,
  field: Field,
  place: Place = 'output',
): string => {
  if (isGroup(field)) return placeGroup(nameGroup(owner, [attribute, field]), place)
  const inList = place === 'output' ? 'output' : 'input'
  if (isList(field)) return `[${nameValueType(owner, attribute, field.item, inList)}!]`
  if (isBlocks(field)) {
    const name = nameBlock(owner, [attribute, field])
    return `[${inList === 'output' ? name : namePartInput(name)}!]`
  }
  return VALUE_TYPES[field.kind] ?? nameEnum(owner, [attribute, field])
}
