import { show } from '../engine/decisions/check.ts'
import { type Dialect, type Fragment, toFragment } from '../sql/index.ts'
import type { Filter } from '../engine/decisions/filter.ts'
import type { Condition } from '../engine/conditions/condition.ts'
import { writeLiteral, writeText } from './literals.ts'
import type { QueryOptions } from './query-options.ts'

/** The parts of SQL in which libraries find placeholders that are none: names, texts, and types of PostgreSQL. */
const PARTS = /(?<name>"(?:[^"]|"")*"|`(?:[^`]|``)*`)|'(?<text>(?:[^']|'')*)'|::(?<type>\w+)/g
/** What Knex, TypeORM, Sequelize and MikroORM replace, also inside of a name or a text. */
const PLACEHOLDER = /\?|:[\w.]|\$[\w$]/
const PLACEHOLDER_IN_NAME = /\?|:[\w.:]/

function refuseName(name: string): never {
  throw new TypeError(
    `A query builder reads a part of the name ${show(name)} as a placeholder; name a column without "?" and ":".`,
  )
}

/** SQL in which no library finds a placeholder: `::int8` becomes `::"int8"`, which is the same type. */
const neutralize = (sql: string, dialect: Dialect): string =>
  sql.replaceAll(PARTS, (part, name?: string, text?: string, type?: string) => {
    if (name !== undefined) return PLACEHOLDER_IN_NAME.test(name) ? refuseName(name) : name
    if (type !== undefined) return `::"${type}"`
    return PLACEHOLDER.test(part) ? writeText(`${text}`.replaceAll("''", "'"), dialect) : part
  })

/** The SQL of a filter or condition between its values, without anything that a library takes for a placeholder. */
export function writeNeutral(
  given: Filter | Condition,
  { dialect, ...options }: QueryOptions & { readonly dialect: Dialect },
): Pick<Fragment, 'values'> & { readonly strings: readonly string[] } {
  const { strings, values } = toFragment(given, { dialect, ...options })
  return { strings: strings.map((sql) => neutralize(sql, dialect)), values }
}

/** The SQL of a filter or condition with its values as literals. */
export function writeWithLiterals(
  given: Filter | Condition,
  options: QueryOptions & { readonly dialect: Dialect },
): string {
  const { strings, values } = writeNeutral(given, options)
  return strings.reduce((sql, next, i) => `${sql}${writeLiteral(values[i - 1], options.dialect)}${next}`)
}
