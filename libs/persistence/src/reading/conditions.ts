import type { Condition } from '@content-service/authz'
import { toFragment } from '@content-service/authz/sql'
import { splitWords } from '@content-service/domain/internal/lists'
import type { Relation } from '@content-service/domain/internal/model'
import { sql } from 'kysely'
import { selectMatching } from '../documents/matching-ids.ts'
import type { Sql } from '../statements/sql.ts'
import { foldOfGuestSql, foldStartSql } from '../tables/text-order.ts'
import { onParent } from './parent-conditions.ts'
import type { Table } from '../tables/tables.ts'

/** The row that a relation comes from, and the attributes that link it. */
export interface Parent extends Pick<Relation, 'here' | 'there'> {
  readonly of: Table
  readonly alias: string
}

/** The text functions of conditions. The indexes on texts have the same expressions (C14.9). */
const FUNCTIONS: Readonly<Record<string, (column: Sql) => Sql>> = {
  fold: (column) => sql`fold(${column})`,
  fold_of_guest: (column) => foldOfGuestSql(column),
  fold_start: (column) => foldStartSql(column),
  lower: (column) => sql`lower(${column})`,
}

const callFunction = (name: string, column: string | { readonly value: unknown }) => {
  const make = FUNCTIONS[name]
  if (make === undefined || typeof column === 'string') throw new Error(`There is no text function ${name}.`)
  // The columns of all tables are parts of statements.
  return { value: make(column.value as Sql) }
}

/**
 * A condition on the rows under an alias. What a row repeats of its parent is a column of the parent: PostgreSQL need not
 * look for the article of each comment of an article.
 */
const comparisonSql = (of: Table, alias: string, given: Condition, parent?: Parent): Sql => {
  const condition = parent ? onParent(given, (link) => of.leadsTo(link, parent.of, parent)) : given
  const column = (attribute: string): Sql => {
    const lent = parent && of.findLent(attribute, parent.of, parent)
    return lent ? parent.of.column(parent.alias, lent) : of.column(alias, attribute)
  }
  const { strings, values } = toFragment(condition, {
    column: (attribute) => ({ value: column(attribute) }),
    relations: of.relations,
    call: callFunction,
    // No migration makes a column with citext, with a nondeterministic collation, or with a time without a zone.
    plainColumns: true,
    textArrays: true,
    keepReferences: true,
    // A rule can compare with the id of the user, and with the time of the request (C15.24).
    kindOf: (attribute, source) => (source === 'subject' && !of.isDate(attribute) ? 'integer' : undefined),
  })
  return sql(strings, ...values)
}

const wordsSql = (of: Table, alias: string, words: string): Sql => {
  if (of.searched === undefined) throw new Error('A search finds no such records.')
  return sql`${of.column(alias, 'id')} = any(${selectMatching(of.searched, words)})`
}

/** A condition on the rows under an alias, with the words that a list looks for (C20.3). */
export const conditionSql = (of: Table, alias: string, given: Condition, parent?: Parent): Sql => {
  const { words, rest } = splitWords(given)
  const compared = comparisonSql(of, alias, rest, parent)
  return words.length === 0
    ? compared
    : sql.join([compared, ...words.map((each) => wordsSql(of, alias, each))], sql` and `)
}
