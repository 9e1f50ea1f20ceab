import type { EntitySchema } from '@mikro-orm/core'
import { ArrayType, defineEntity, p } from '@mikro-orm/core'
import type { RecordType } from '@content-service/domain'
import type { AnyRecord } from '@content-service/domain/internal/model'
import { toSnakeCase } from '../statements/rows.ts'
import { listColumns, nameType, type ColumnType, type RecordColumn } from '../tables/record-columns.ts'

/** The driver parses the values of these columns. */
const createArray = (type: ColumnType) => p.type(new ArrayType((value) => value as never)).columnType(type)

const PROPERTIES = {
  uuid: () => p.uuid(),
  text: () => p.text(),
  integer: () => p.integer(),
  boolean: () => p.boolean(),
  'double precision': () => p.float().columnType('double precision'),
  'text[]': () => p.array(),
  'integer[]': () => createArray('integer[]'),
  'double precision[]': () => createArray('double precision[]'),
  'boolean[]': () => createArray('boolean[]'),
  jsonb: () => p.json(),
  date: () => p.date(),
  // The column has the digits, which a statement of MikroORM does not name.
  numeric: () => p.decimal('string'),
  'timestamptz(3)': () => p.datetime(3),
} as const satisfies Readonly<Record<ColumnType, () => unknown>>

const createProperty = ({ attribute, type, isOptional }: RecordColumn) => {
  // The service assigns all ids: a default would hide an insert without an id.
  if (attribute === 'id')
    return type === 'integer' ? p.integer().primary().autoincrement(false) : p.uuid().primary()
  // The naming strategy of MikroORM would change `day2Start` to `day2start`.
  const property = PROPERTIES[nameType(type)]().fieldName(toSnakeCase(attribute))
  return isOptional ? property.strictNullable() : property
}

/** The MikroORM entity of a declared type. */
export const createEntity = (type: RecordType): EntitySchema<AnyRecord> => {
  const properties = Object.fromEntries(
    listColumns(type).map((column) => [column.attribute, createProperty(column)]),
  )
  // The declaration decides the attributes of a row, and the compiler cannot follow this.
  return defineEntity({
    name: type.name,
    tableName: type.plural,
    properties,
  }) as unknown as EntitySchema<AnyRecord>
}
