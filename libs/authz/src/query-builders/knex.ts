import type { Knex } from 'knex'
import type { Condition } from '../engine/conditions/condition.ts'
import type { Filter } from '../engine/decisions/filter.ts'
import { writeNeutral } from './neutral-text.ts'
import { type QueryOptions, readDialect } from './query-options.ts'

export type { QueryOptions } from './query-options.ts'

export interface KnexOptions extends QueryOptions {
  /** Your instance of Knex, or a transaction. Its client says what the database is, and how it quotes a name. */
  readonly knex: Knex
}

/** The column of an attribute, as `wrapIdentifier` of your configuration names it. */
function createColumn({ client }: Knex, table: string | undefined): (attribute: string) => string {
  // The types of Knex have no client.
  const { wrapIdentifier } = client as Knex.Client
  const quote = (name: string): string => wrapIdentifier.call(client, name, undefined)
  return (attribute) => `${table ? `${quote(table)}.` : ''}${quote(attribute)}`
}

/**
 * A filter or condition for `where` of Knex: `knex('articles').where(toKnex(policy.filter(user, 'articles:read'), { knex }))`.
 * Its values are bindings. The SQL selects a row exactly if the condition is true for the row in JavaScript.
 * @throws {TypeError} for a database without a dialect of /sql, for a name with `?` or `:`, and if the condition still contains
 * a reference to a subject.
 */
export function toKnex(given: Filter | Condition, { knex, ...options }: KnexOptions): Knex.Raw {
  const { dialect = readDialect((knex.client as Knex.Client).dialect), table } = options
  const column = options.column ?? createColumn(knex, table)
  const { strings, values } = writeNeutral(given, { ...options, dialect, column })
  return knex.raw(strings.join('?'), values as Knex.RawBinding[])
}
