import type { RecordType } from '@content-service/domain'
import { isState, nameStateEnum, type Field, type FieldKind } from '@content-service/domain/internal/model'

/** The GraphQL type of the values of each kind, as inputs have them; null for states, each of which has an enum. */
const VALUE_TYPES = {
  line: 'String',
  text: 'String',
  markdown: 'String',
  email: 'String',
  url: 'String',
  number: 'Float',
  integer: 'Int',
  counter: 'Int',
  flag: 'Boolean',
  time: 'String',
  tags: '[String!]',
  state: null,
  owner: 'ID',
  one: 'ID',
  many: '[ID!]',
  group: 'JSON',
} as const satisfies Readonly<Record<FieldKind, string | null>>

/** The type of a value that clients send, without the sign that it cannot be null. */
export const nameInputType = ({ kind }: Field): string => VALUE_TYPES[kind] ?? 'String'

/** The type of a stored value. */
export const nameValueType = (type: Pick<RecordType, 'name'>, attribute: string, field: Field): string =>
  isState(field) ? nameStateEnum(type, attribute) : nameInputType(field)
