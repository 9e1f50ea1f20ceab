import type { EntitySchema } from '@mikro-orm/core'
import { defineEntity, p } from '@mikro-orm/core'
import { isLink, isOwner, isTime, type AnyRecord, type Field, type RecordType } from '@content-service/domain'

const COLUMNS = {
  string: () => p.text(),
  integer: () => p.integer(),
  number: () => p.float().columnType('double precision'),
  array: () => p.array(),
} as const

const columnOf = (field: Field) => {
  if (isOwner(field)) return p.integer()
  if (isLink(field)) return p.uuid()
  return isTime(field) ? p.datetime(3) : COLUMNS[field.schema.type]()
}

const propertyOf = (field: Field) => (field.isOptional ? columnOf(field).strictNullable() : columnOf(field))

const CHANGING = {
  updatedAt: p.datetime(3).strictNullable(),
  ref: p.text().strictNullable(),
  version: p.integer(),
}

const makeEntity = ({ name, plural, attributes, isFixed }: RecordType): EntitySchema<AnyRecord> => {
  const declared = Object.entries(attributes).map(([attribute, field]) => [attribute, propertyOf(field)])
  const properties = {
    id: p.uuid().primary(),
    ...Object.fromEntries(declared),
    createdAt: p.datetime(3),
    ...(isFixed ? {} : CHANGING),
  }
  // The declaration decides the attributes of a row, which the compiler cannot follow.
  return defineEntity({ name, tableName: plural, properties }) as unknown as EntitySchema<AnyRecord>
}

const ENTITIES = new WeakMap<RecordType, EntitySchema<AnyRecord>>()

/** The MikroORM entity of a declared type, the same for each call. */
export const getEntity = (type: RecordType): EntitySchema<AnyRecord> => {
  const entity = ENTITIES.get(type) ?? makeEntity(type)
  ENTITIES.set(type, entity)
  return entity
}
