import type { Model, ModelStatic, Options as SequelizeOptions, Sequelize, literal } from 'sequelize'
import type { Condition } from '../engine/conditions/condition.ts'
import type { Filter } from '../engine/decisions/filter.ts'
import { type Dialect, quoteName } from '../sql/index.ts'
import { writeWithLiterals } from './neutral-text.ts'
import { type QueryOptions, readDialect, readSqliteTime, refuseAttribute } from './query-options.ts'

export type { QueryOptions } from './query-options.ts'

type Literal = ReturnType<typeof literal>
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- Models are invariant in their attributes.
type AnyModel = ModelStatic<Model<any, any>>

/** The instance of a model. Its types know no options. */
function readInstance({ sequelize, name }: AnyModel) {
  if (!sequelize) throw new TypeError(`Initialize the model ${name} before you use it in a query.`)
  return sequelize as Sequelize & { readonly options: SequelizeOptions }
}

/** Sequelize stores the times of SQLite as text with a space and a zone. */
const isTime = (type: unknown): boolean => (type as { readonly key?: unknown }).key === 'DATE'

/** A time of MySQL is in the zone that Sequelize has at its start. */
function refuseZone({ timezone }: SequelizeOptions): void {
  if (timezone !== '+00:00')
    throw new TypeError(
      `Sequelize stores the times of MySQL in the zone ${timezone}; remove its option "timezone", so that they are in UTC.`,
    )
}

/** The columns of the attributes of a model, under the alias of its table. */
const createColumn =
  (model: AnyModel, table: string, dialect: Dialect) =>
  (attribute: string): string => {
    const attributes = model.getAttributes()
    const found = Object.hasOwn(attributes, attribute) ? attributes[attribute] : undefined
    if (!found) return refuseAttribute(attribute, model.name)
    const column = `${quoteName(table, dialect)}.${quoteName(found.field ?? attribute, dialect)}`
    if (!isTime(found.type)) return column
    if (dialect === 'mysql') refuseZone(readInstance(model).options)
    return dialect === 'sqlite' ? readSqliteTime(column) : column
  }

/**
 * A filter or condition for `where` of Sequelize: `Article.findAll({ where: toSequelize(filter, Article) })`. Put it among
 * conditions of your own with `{ [Op.and]: [toSequelize(filter, Article), { … }] }`. Sequelize writes the values of every
 * SELECT into its SQL. So does this function, as literals without quotes, backslashes and placeholders in them. The SQL selects
 * a row exactly if the condition is true for the row in JavaScript. For `update` and `destroy`, which have no alias, name the
 * table: `{ table: 'articles' }`.
 * @throws {TypeError} for an attribute without a column, for a database without a dialect of /sql, for times of MySQL in another
 * zone than UTC, for a name with `?` or `:`, and if the condition still contains a reference to a subject.
 */
export function toSequelize(given: Filter | Condition, model: AnyModel, options: QueryOptions = {}): Literal {
  const sequelize = readInstance(model)
  const { dialect = readDialect(sequelize.getDialect()), table = model.name } = options
  const column = options.column ?? createColumn(model, table, dialect)
  const sql = writeWithLiterals(given, { ...options, dialect, table, column })
  return sequelize.literal(`(${sql})`)
}
