import type { RecordType } from '@content-service/domain'
import { nameEnum, type Field, type FieldKind } from '@content-service/domain/internal/model'

/** The GraphQL type of the values of each kind, as inputs have them; null for states and choices, which have enums. */
const VALUE_TYPES = {
  line: 'String',
  text: 'String',
  markdown: 'String',
  email: 'Email',
  url: 'URL',
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
  group: 'JSON',
} as const satisfies Readonly<Record<FieldKind, string | null>>

/** The type of a value, without the sign that it cannot be null. */
export const nameValueType = (type: Pick<RecordType, 'name'>, attribute: string, field: Field): string =>
  VALUE_TYPES[field.kind] ?? nameEnum(type, [attribute, field])
