import { type RecordType } from '@content-service/domain'
import { GHOST_ID } from '@content-service/domain/internal/rules'
import {
  isList,
  isOwner,
  leadsToUser,
  SLUG_DERIVED,
  type Field,
  type FieldKind,
  type ListField,
} from '@content-service/domain/internal/model'

/** The SQL type of the column of each kind; null for links to many, which a joining table stores. */
const COLUMN_TYPES = {
  line: 'text',
  text: 'text',
  markdown: 'text',
  email: 'text',
  url: 'text',
  slug: 'text',
  number: 'double precision',
  integer: 'integer',
  decimal: 'numeric',
  counter: 'integer',
  flag: 'boolean',
  time: 'timestamptz(3)',
  tags: 'text[]',
  state: 'text',
  choice: 'text',
  date: 'date',
  json: 'jsonb',
  owner: 'integer',
  one: 'uuid',
  many: null,
  group: 'jsonb',
  list: 'jsonb',
  blocks: 'jsonb',
} as const satisfies Readonly<Record<FieldKind, string | null>>

/** The SQL type of the column of a list, by the type of its values. Other values are together JSON. */
const ARRAY_TYPES = {
  text: 'text[]',
  numeric: 'text[]',
  date: 'text[]',
  'timestamptz(3)': 'text[]',
  integer: 'integer[]',
  'double precision': 'double precision[]',
  boolean: 'boolean[]',
} as const

/** The SQL type of a column, without the digits of a decimal. */
export type ColumnType =
  NonNullable<(typeof COLUMN_TYPES)[FieldKind]> | (typeof ARRAY_TYPES)[keyof typeof ARRAY_TYPES]

/** A type as a statement writes it. */
export type SqlType = Exclude<ColumnType, 'numeric'> | `numeric(${number},${number})`

/** The type without digits. */
export const nameType = (type: SqlType): ColumnType =>
  type.startsWith('numeric(') ? 'numeric' : (type as Exclude<ColumnType, 'numeric'>)

/** The column of one attribute of a declared type. */
export interface RecordColumn {
  readonly attribute: string
  readonly type: SqlType
  readonly isOptional: boolean
  /** The default that the database needs, in SQL. */
  readonly defaultValue: string | null
  /** The value, in SQL, for existing records when a migration adds the column; null if the declaration has none. */
  readonly initial: string | null
  /** C16.2: code of the declaration computes the values, and no SQL can. */
  readonly isComputed?: true
}

const findListType = ({ item }: ListField): ColumnType => {
  const type = findColumnType(item)
  return Object.hasOwn(ARRAY_TYPES, type) ? ARRAY_TYPES[type as keyof typeof ARRAY_TYPES] : COLUMN_TYPES.list
}

/** The SQL type of the column of a field. @throws Error for links to many, which have no column. */
export const findColumnType = (field: Field): ColumnType => {
  if (isList(field)) return findListType(field)
  const type = leadsToUser(field) ? COLUMN_TYPES.owner : COLUMN_TYPES[field.kind]
  if (type === null) throw new Error(`A field of the kind ${field.kind} has no column.`)
  return type
}

/** C16.1: the type of a column with the digits of a decimal. */
const findSqlType = (field: Field): SqlType => {
  const type = findColumnType(field)
  const { precision = 1, scale = 0 } = field.schema
  return type === 'numeric' ? `numeric(${precision},${scale})` : type
}

const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** A value in SQL. */
export const formatLiteral = (value: unknown, type: ColumnType): string => {
  if (type === 'jsonb') return quote(JSON.stringify(value))
  return Array.isArray(value) ? "'{}'" : quote(String(value))
}

/** Attributes whose column allows null. C14.2: a deleted comment that waits for the worker has no article. */
const NULLABLE: Readonly<Record<string, string>> = { Comment: 'articleId' }

/** C3.5: the records of a deleted account belong to the ghost. */
const GHOST = String(GHOST_ID)

/** Processes of a model without slugs write beside those of a model that has them. */
const findDefault = (attribute: string, field: Field): string | null => {
  if (isOwner(field)) return GHOST
  return attribute === SLUG_DERIVED ? 'true' : null
}

const declareColumn = ([attribute, field]: readonly [string, Field]): Omit<RecordColumn, 'isOptional'> => ({
  attribute,
  type: findSqlType(field),
  defaultValue: findDefault(attribute, field),
  initial: field.initial === null ? null : formatLiteral(field.initial, findColumnType(field)),
  ...(field.computed && { isComputed: true as const }),
})

const createColumn = (attribute: string, type: SqlType, initial: string | null): RecordColumn => ({
  attribute,
  type,
  isOptional: false,
  defaultValue: null,
  initial,
})

const UPDATED: RecordColumn = { ...createColumn('updatedAt', 'timestamptz(3)', null), isOptional: true }
const REF: RecordColumn = { ...createColumn('ref', 'text', null), isOptional: true }
const VERSION = createColumn('version', 'integer', '1')

/** The columns of a declared type, in the order of its declaration. */
export const listColumns = ({
  name,
  attributes,
  isNumbered,
  isFixed,
  hasRef,
}: RecordType): readonly RecordColumn[] => [
  isNumbered ? createColumn('id', 'integer', null) : createColumn('id', 'uuid', 'gen_random_uuid()'),
  ...Object.entries(attributes).map(([attribute, field]) => ({
    ...declareColumn([attribute, field]),
    isOptional: field.isOptional || NULLABLE[name] === attribute,
  })),
  createColumn('createdAt', 'timestamptz(3)', 'now()'),
  ...(isFixed ? [] : [UPDATED]),
  ...(hasRef ? [REF] : []),
  ...(isFixed ? [] : [VERSION]),
]
