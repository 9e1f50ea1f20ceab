import type { EntityMetadata, ObjectLiteral, QueryBuilder } from 'typeorm'
import type { Condition } from '../engine/conditions/condition.ts'
import type { Filter } from '../engine/decisions/filter.ts'
import { type Dialect, quoteName } from '../sql/index.ts'
import { writeNeutral } from './neutral-text.ts'
import { type QueryOptions, readDialect, readSqliteTime, refuseAttribute } from './query-options.ts'

export type { QueryOptions } from './query-options.ts'

/** A part of the names of parameters that no other copy of this module has. */
const COPY = Math.random().toString(36).slice(2)
let calls = 0

/** TypeORM stores the times of SQLite as text with a space. */
const isTime = (type: unknown): boolean => type === 'datetime' || type === Date

/** The columns of the properties of an entity, under the alias or the name of its table. */
const createColumn =
  (metadata: EntityMetadata, table: string, dialect: Dialect) =>
  (attribute: string): string => {
    const found = metadata.findColumnWithPropertyPath(attribute)
    if (!found) return refuseAttribute(attribute, metadata.name)
    const column = `${quoteName(table, dialect)}.${quoteName(found.databaseName, dialect)}`
    return dialect === 'sqlite' && isTime(found.type) ? readSqliteTime(column) : column
  }

/**
 * A filter or condition for `where` and `andWhere` of a query builder of TypeORM:
 * `qb.andWhere(...toTypeOrm(policy.filter(user, 'articles:read'), qb))`. An attribute is a property of the entity, such as
 * `address.city`. Its values are parameters with names of their own. The SQL selects a row exactly if the condition is true for
 * the row in JavaScript.
 * @throws {TypeError} for an attribute without a column, for a query builder without an entity, for a database without a
 * dialect of /sql, for a name with `?` or `:`, and if the condition still contains a reference to a subject.
 */
export function toTypeOrm<Entity extends ObjectLiteral>(
  given: Filter | Condition,
  qb: QueryBuilder<Entity>,
  options: QueryOptions = {},
): [where: string, parameters: Record<string, unknown>] {
  const { mainAlias, aliasNamePrefixingEnabled: hasAlias } = qb.expressionMap
  if (!mainAlias?.hasMetadata)
    throw new TypeError('The query builder has no entity; create it from a repository, or from an entity.')
  const { metadata } = mainAlias
  const { dialect = readDialect(qb.dataSource.options.type) } = options
  // An update and a delete have no alias.
  const { table = hasAlias ? mainAlias.name : metadata.tableName } = options
  const column = options.column ?? createColumn(metadata, table, dialect)
  return nameParameters(writeNeutral(given, { ...options, dialect, table, column }))
}

/** Each value as a parameter whose name no other call gives. */
function nameParameters({
  strings,
  values,
}: ReturnType<typeof writeNeutral>): [string, Record<string, unknown>] {
  calls += 1
  const names = values.map((_, i) => `authz_${COPY}_${calls}_${i}`)
  const where = strings.reduce((sql, next, i) => `${sql}:${names[i - 1]}${next}`)
  return [where, Object.fromEntries(names.map((name, i) => [name, values[i]]))]
}
