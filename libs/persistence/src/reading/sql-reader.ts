import {
  responseTooLarge,
  type Collection,
  type Query,
  type Reader,
  type Row,
  type Selection,
} from '@content-service/domain'
import { sql } from 'kysely'
import type { StoreSession } from '../store-session.ts'
import { computeBound, sizeSql } from './size.ts'
import { countStatement, queryStatement, relatedColumn, type Sql } from './statement.ts'
import type { Table } from './tables.ts'

/** PostgreSQL writes times as text, inside JSON and out of it. */
const revived = (value: unknown): unknown => (typeof value === 'string' ? new Date(value) : value)

const reviveRelated = (to: Table, select: Selection, value: unknown): unknown => {
  if (Array.isArray(value)) return value.map((row) => reviveRow(to, select, row))
  return value && reviveRow(to, select, value as Row)
}

const reviveRow = (of: Table, select: Selection, read: Row): Row => {
  const row: Record<string, unknown> = {}
  for (const field of select.fields) row[field] = of.isDate(field) ? revived(read[field]) : read[field]
  for (const [place, related] of (select.related ?? []).entries()) {
    const { to } = of.relation(related.relation)
    row[related.as] = reviveRelated(to, related.select, read[relatedColumn(place)])
  }
  return row
}

/** Reads that stop before the database when the condition cannot hold. */
const isNever = ({ where }: Pick<Query, 'where'>): boolean =>
  where.op === 'or' && where.conditions.length === 0

const adviceFor = ({ from, window }: Query): string =>
  `Lower the limit of ${from} (${window.limit}) and of the lists below them, or select fewer long texts such as content.`

export class SqlReader implements Reader {
  readonly #session: StoreSession

  constructor(session: StoreSession) {
    this.#session = session
  }

  async find(query: Query): Promise<readonly Row[]> {
    if (isNever(query)) return []
    const rows = await this.#session.responseBudget.read(computeBound(this.#session.tables, query), (most) =>
      this.#load(query, most),
    )
    const from = this.#session.tables.of(query.from)
    return rows.map((row) => reviveRow(from, query.select, row))
  }

  /** C12.5: the statement itself finds nothing when its result would be larger than `most` bytes. */
  async #load(query: Query, most: number | null): Promise<readonly Row[]> {
    const gate = most === null ? undefined : sql`${sizeSql(this.#session.tables, query)} <= ${sql.val(most)}`
    const rows = await this.#rowsOf(queryStatement(this.#session.tables, query, gate))
    if (rows.length === 0 && most !== null && (await this.#sizeOf(query)) > most)
      throw responseTooLarge(this.#session.responseBudget.limit, adviceFor(query))
    return rows
  }

  async #sizeOf(query: Query): Promise<number> {
    const [row] = await this.#rowsOf(sql`select ${sizeSql(this.#session.tables, query)} as size`)
    return Number(row?.['size'])
  }

  async #rowsOf(statement: Sql): Promise<readonly Row[]> {
    const { rows } = await this.#session.read((em) => statement.execute(em.getKysely()))
    return rows as Row[]
  }

  async count(from: Collection, where: Query['where'], atMost: number): Promise<number> {
    if (isNever({ where })) return 0
    const statement = countStatement(this.#session.tables.of(from), where, atMost)
    const [row] = await this.#rowsOf(statement)
    return Number(row?.['count'] ?? 0)
  }
}
