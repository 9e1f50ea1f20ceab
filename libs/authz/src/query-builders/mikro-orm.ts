// MikroORM is a module, and this package has a CommonJS form, too.
import type { EntityManager, EntityName, EntityProperty, RawQueryFragment } from '@mikro-orm/core' with {
  'resolution-mode': 'import',
}
import type { Condition } from '../engine/conditions/condition.ts'
import type { Filter } from '../engine/decisions/filter.ts'
import { type Dialect, quoteName } from '../sql/index.ts'
import { writeWithLiterals } from './neutral-text.ts'
import { type QueryOptions, readDialect, readSqliteTime, refuseAttribute } from './query-options.ts'

export type { QueryOptions } from './query-options.ts'

/** What `raw` of MikroORM returns, which can be a key. */
type Fragment = RawQueryFragment & symbol

export interface MikroOrmOptions extends QueryOptions {
  /** Your entity manager, which knows the columns of the entity and the database. */
  readonly em: EntityManager
  /** `raw` of MikroORM. */
  readonly raw: (sql: (alias: string) => string) => Fragment
}

/** A class of MikroORM for each database, whose subclasses are those of the drivers. */
const PLATFORMS: Readonly<Record<string, string>> = {
  BasePostgreSqlPlatform: 'postgresql',
  SqlitePlatform: 'sqlite',
  BaseMySqlPlatform: 'mysql',
}

/** The name of the database of an entity manager, or the name of its class. */
function readPlatform(em: EntityManager): string {
  const platform = em.getPlatform()
  for (let type = platform.constructor; type.name; type = Object.getPrototypeOf(type) as typeof type)
    if (Object.hasOwn(PLATFORMS, type.name)) return PLATFORMS[type.name] as string
  return platform.constructor.name
}

/** The one column of a property. A formula has none. */
const findColumn = ({ fieldNames = [], formula, persist }: EntityProperty): string | undefined =>
  formula || persist === false || fieldNames.length > 1 ? undefined : fieldNames[0]

/** MikroORM replaces its mark of an alias only after the name of the alias is in quotes. */
const ALIAS = 'alias of authz'

/** The columns of the properties of an entity, under its alias or the name of its table. */
function createColumn<Entity extends object>(
  em: EntityManager,
  entity: EntityName<Entity>,
  { table, dialect }: { readonly table: string; readonly dialect: Dialect },
): (attribute: string) => string {
  const { properties, className } = em.getMetadata(entity)
  const all = properties as Readonly<Record<string, EntityProperty>>
  return (attribute) => {
    const property = Object.hasOwn(all, attribute) ? all[attribute] : undefined
    const name = property && findColumn(property)
    if (!property || name === undefined) return refuseAttribute(attribute, className)
    const column = `${quoteName(table, dialect)}.${quoteName(name, dialect)}`
    const isTime = dialect === 'sqlite' && property.columnTypes[0] === 'datetime'
    // The times of SQLite are milliseconds.
    return isTime ? readSqliteTime(`${column} / 1000.0`, "'unixepoch'") : column
  }
}

/**
 * A filter or condition as a key of a query of MikroORM:
 * `em.find(Article, { [toMikroOrm(policy.filter(user, 'articles:read'), Article, { em, raw })]: [] })`. An attribute is a
 * property of the entity. MikroORM writes the values of each query into its SQL. So does this function, as literals without
 * quotes, backslashes and placeholders in them. The SQL selects a row exactly if the condition is true for the row in
 * JavaScript. For `nativeUpdate` and `nativeDelete`, which have no alias, name the table: `{ em, raw, table: 'articles' }`.
 * @throws {TypeError} for an attribute without a column, for a database without a dialect of /sql, for a name with `?` or `:`,
 * and if the condition still contains a reference to a subject.
 */
export function toMikroOrm<Entity extends object>(
  given: Filter | Condition,
  entity: EntityName<Entity>,
  { em, raw, ...options }: MikroOrmOptions,
): Fragment {
  const { dialect = readDialect(readPlatform(em)), table = ALIAS } = options
  const column = options.column ?? createColumn(em, entity, { table, dialect })
  const sql = writeWithLiterals(given, { ...options, dialect, table, column })
  return raw((alias) => `(${sql.replaceAll(quoteName(ALIAS, dialect), () => quoteName(alias, dialect))})`)
}
