import {
  responseTooLarge,
  type Collection,
  type PreparedQuery,
  type Query,
  type Reader,
  type ReferenceValues,
  type Row,
  type Selection,
} from '@content-service/domain'
import { sql } from 'kysely'
import { findRows, type Sql } from '../sql.ts'
import { SqlStore } from '../sql-store.ts'
import { prepareStatement, type BoundStatement } from './prepared-statement.ts'
import { computeBound, sizeSql } from './size.ts'
import { countStatement, queryStatement, relatedColumn } from './statement.ts'
import type { Table } from './tables.ts'

type Revive = (read: unknown) => unknown

const reviveTime: Revive = (read) => (typeof read === 'string' ? new Date(read) : read)

const reviveRelated = (to: Table, select: Selection): Revive => {
  const revive = reviveRow(to, select)
  return (read) => (Array.isArray(read) ? read.map(revive) : read && revive(read as Row))
}

/** PostgreSQL writes times as text, inside and outside of JSON. */
const reviveRow = (of: Table, { fields, related = [] }: Selection): ((read: Row) => Row) => {
  const times = new Set(fields.filter((field) => of.isDate(field)))
  const below = related.map(
    ({ as, relation, select }) => [as, reviveRelated(of.relation(relation).to, select)] as const,
  )
  return (read) => {
    const row: Record<string, unknown> = {}
    for (const field of fields) row[field] = times.has(field) ? reviveTime(read[field]) : read[field]
    for (const [place, [as, revive]] of below.entries()) row[as] = revive(read[relatedColumn(place)])
    return row
  }
}

/** Whether the condition cannot hold, so that a read needs no statement. */
const isNever = ({ where }: Pick<Query, 'where'>): boolean =>
  where.op === 'or' && where.conditions.length === 0

const adviseSmallerRead = ({ from, window }: Query): string =>
  `Lower the limit of ${from} (${window.limit}) and of the lists below them, or select fewer long texts such as content.`

export class SqlReader extends SqlStore implements Reader {
  get engine(): object {
    return this.session.tables
  }

  async find(query: Query): Promise<readonly Row[]> {
    if (isNever(query)) return []
    const rows = await this.session.responseBudget.read(computeBound(this.session.tables, query), (most) =>
      this.#load(query, most),
    )
    return rows.map(reviveRow(this.session.tables.of(query.from), query.select))
  }

  prepare(query: Query): PreparedQuery {
    const { tables } = this.session
    const statement = prepareStatement(queryStatement(tables, query))
    const revive = reviveRow(tables.of(query.from), query.select)
    return {
      bound: computeBound(tables, query),
      // A prepared query belongs to the readers of the same database.
      find: async (reader, values) =>
        (await (reader as SqlReader).#findPrepared(statement, values)).map(revive),
    }
  }

  prepareCount(from: Collection, where: Query['where'], atMost: number): PreparedQuery {
    const statement = prepareStatement(countStatement(this.session.tables, { from, where }, atMost))
    return { bound: 0, find: (reader, values) => (reader as SqlReader).#findPrepared(statement, values) }
  }

  #findPrepared(statement: BoundStatement, given: ReferenceValues): Promise<readonly Row[]> {
    // The names of the columns are the fields of the rows.
    return this.session.readPrepared(statement, statement.bind(given)) as Promise<readonly Row[]>
  }

  /** C12.5: the statement returns no rows if its result would be larger than `most` bytes. */
  async #load(query: Query, most: number | null): Promise<readonly Row[]> {
    const gate = most === null ? undefined : sql`${sizeSql(this.session.tables, query)} <= ${most}`
    const rows = await this.#rowsOf(queryStatement(this.session.tables, query, gate))
    if (rows.length === 0 && most !== null && (await this.#sizeOf(query)) > most)
      throw responseTooLarge(this.session.responseBudget.limit, adviseSmallerRead(query))
    return rows
  }

  async #sizeOf(query: Query): Promise<number> {
    const statement = sql<{ size: string }>`select ${sizeSql(this.session.tables, query)} as size`
    const [row] = await this.#rowsOf(statement)
    return Number(row?.size)
  }

  #rowsOf<Found>(statement: Sql<Found>): Promise<readonly Found[]> {
    return this.session.read((em) => findRows(em, statement))
  }

  async count(from: Collection, where: Query['where'], atMost: number): Promise<number> {
    if (isNever({ where })) return 0
    const statement = countStatement(this.session.tables, { from, where }, atMost)
    const [row] = await this.#rowsOf(statement)
    return row?.count ?? 0
  }
}
