import type { EntitySchema } from '@mikro-orm/core'
import { columns, type Sql } from '../statements/sql.ts'

/** The columns of an entity to select, by the names of their attributes, without the named ones. */
export const listEntityColumns = <Row>(
  { meta: { properties } }: EntitySchema<Row>,
  ...without: readonly (keyof Row & string)[]
): Sql => columns(...Object.keys(properties).filter((name) => !without.some((other) => other === name)))
