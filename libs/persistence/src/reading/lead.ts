import { and, type Condition } from '@content-service/authz'
import type { Query } from '@content-service/domain/internal/reading'
import { sql } from 'kysely'
import type { Sql } from '../statements/sql.ts'
import type { Table, TableRelation } from '../tables/tables.ts'
import { conditionSql } from './conditions.ts'
import { isKnownOfParent, listParts } from './implied-links.ts'

/** A lead to more linked rows than this leads to many. */
export const MOST_LINKED = 1_000

type Led = Pick<Query, 'where' | 'lead'>

/** The condition without the lead, which is one of the parts that `and` joins. */
const without = (condition: Condition, lead: Condition): Condition => {
  if (condition === lead) return and()
  return condition.op === 'and'
    ? { ...condition, conditions: condition.conditions.map((part) => without(part, lead)) }
    : condition
}

const LINKED = 'linked'

/** The keys that the linked rows give to the rows of a list. */
const selectKeys = ({ to, there, through }: TableRelation, where: Sql): Sql => {
  const rows = to.under(LINKED)
  const key = to.column(LINKED, there)
  if (!through) return sql`select ${key} as key from ${rows} where ${where}`
  const { table, from, into } = through
  const pair = `${LINKED}p`
  return sql`select ${table.column(pair, from)} as key from ${rows} join ${table.under(pair)} on ${table.column(pair, into)} = ${key} where ${where}`
}

/** The keys as an array, which PostgreSQL makes once; or else `otherwise` if there are too many. */
const collectFew = (keys: Sql, otherwise: Sql): Sql =>
  sql`coalesce((select case when count(*) <= ${sql.lit(MOST_LINKED)} then array_agg(key) ${otherwise} end
    from (${keys} limit ${sql.lit(MOST_LINKED + 1)}) few), '{}')`

/** An error that `isRefused` recognizes. */
const REFUSED = sql`when refuse_response() then null`

/**
 * The condition of a list on its own key, by the linked rows that its lead finds: PostgreSQL begins with them for all values.
 * The plan of a prepared statement for `exists` depends on the number of linked rows that an average value has.
 */
const leadSql = (of: Table, alias: string, { where, lead }: Led): Sql => {
  if (lead?.op !== 'is' && lead?.op !== 'some') throw new Error('A lead goes through a link.')
  const relation = of.relation(lead.attribute)
  const own = of.column(alias, relation.here)
  const select = (...parts: readonly Condition[]) =>
    selectKeys(relation, conditionSql(relation.to, LINKED, and(...parts)))
  if (lead.op === 'is') return sql`${own} = (${select(lead.condition)})`
  const known = listParts(where)
  const parts = listParts(lead.condition)
  const unknown = parts.filter((part) => !isKnownOfParent(part, relation, [of, known]))
  // The list asks for the right of its own rows. Only the rows that the caller may read decide that there are too many (C13.3).
  const all = () => collectFew(select(...parts), REFUSED)
  const few = unknown.length === parts.length ? all() : collectFew(select(...unknown), sql`else ${all()}`)
  return sql`${own} = any (${few})`
}

/** The condition of the rows of a query. */
export const matchSql = (of: Table, alias: string, { where, lead }: Led): Sql =>
  lead
    ? sql`${conditionSql(of, alias, without(where, lead))} and ${leadSql(of, alias, { where, lead })}`
    : conditionSql(of, alias, where)
