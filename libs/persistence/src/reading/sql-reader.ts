import { type Row } from '@content-service/domain'
import {
  ManyLinked,
  responseTooLarge,
  type PlanCache,
  type PreparedQuery,
  type Query,
  SMALL_BYTES,
  type LoadedRows,
  type Times,
  type Reader,
  type ReferenceValues,
} from '@content-service/domain/internal/reading'
import type { Collection } from '@content-service/domain/internal/model'
import type { PreparedRows } from '../connections/pg-client.ts'
import { SqlStore } from '../session/sql-store.ts'
import { prepareStatement, type BoundStatement } from '../statements/prepared-statement.ts'
import { reviveNamed, reviveValues } from '../tables/revive.ts'
import { BYTES, computeBound, isRefused, queryStatement } from './query-statement.ts'
import type { Sql } from '../statements/sql.ts'
import { countEachStatement, countStatement } from './statement.ts'

/** Whether the condition cannot hold, so that a read needs no statement. */
const isNever = ({ where }: Pick<Query, 'where'>): boolean =>
  where.op === 'or' && where.conditions.length === 0

interface BoundedRead {
  /** The most bytes that the result of the query could have. */
  readonly bound: number
  readonly query: Query
  readonly atMost?: number | undefined
}

/** The most bytes of a prepared read. */
const MOST = { subject: 'most bytes' }

/** A statement that refuses a lead to many linked rows, and the one that reads them. */
interface LedStatement extends BoundStatement {
  readonly many?: BoundStatement
  readonly from: Collection
}

const withBytes = <Rows>(rows: Rows, bytes: unknown): LoadedRows<Rows> => ({
  rows,
  bytes: bytes === null || bytes === undefined ? null : Number(bytes),
})

const adviseSmallerRead = ({ from, window }: Query): string =>
  `Lower the limit of ${from} (${window.limit}) and of the lists below them, or select fewer long texts such as content.`

export class SqlReader extends SqlStore implements Reader {
  get plans(): PlanCache {
    return this.session.tables.plans
  }

  get source(): object | null {
    return this.session.source
  }

  async find(query: Query): Promise<readonly Row[]> {
    if (isNever(query)) return []
    const { tables } = this.session
    const bound = computeBound(tables, query)
    const rows = await this.#readWithin({ bound, query }, (most) =>
      this.#load(query, bound > most ? most : null),
    )
    return rows.map(reviveNamed(tables.of(query.from), query.select, 'dates'))
  }

  prepare(query: Query, times: Times = 'dates'): PreparedQuery {
    const { tables } = this.session
    const bound = computeBound(tables, query)
    const mayBeLarge = bound > SMALL_BYTES
    const statement = this.#prepareLed(query, (led) => queryStatement(tables, led, mayBeLarge ? MOST : null))
    const revive = reviveValues(tables.of(query.from), query.select, times)
    const load = async (reader: SqlReader, values: ReferenceValues, most: number) => {
      const rows = await reader.#findPrepared(statement, { ...values, [MOST.subject]: most })
      return withBytes(rows, rows.at(-1)?.at(-1))
    }
    const find = (reader: SqlReader, values: ReferenceValues, atMost?: number): Promise<PreparedRows> =>
      mayBeLarge
        ? reader.#readWithin({ bound, query, atMost }, (most) => load(reader, values, most))
        : reader.#findPrepared(statement, values)
    return {
      length: statement.text.length,
      // A prepared query belongs to the readers of the same database.
      find: async (reader, values, atMost) => (await find(reader as SqlReader, values, atMost)).map(revive),
    }
  }

  prepareCount(rows: Parameters<Reader['prepareCount']>[0], atMost: number): PreparedQuery {
    const statement = this.#prepareLed(rows, (led) => countStatement(this.session.tables, led, atMost))
    return {
      length: statement.text.length,
      find: async (reader, values) =>
        (await (reader as SqlReader).#findPrepared(statement, values)).map(([count]) => ({ count })),
    }
  }

  /** The statement of a query, and for a lead through a list another one, which reads many linked rows, too. */
  #prepareLed<Rows extends Pick<Query, 'lead' | 'from'>>(
    rows: Rows,
    write: (rows: Rows) => Sql,
  ): LedStatement {
    const statement = { ...prepareStatement(write(rows)), from: rows.from }
    if (rows.lead?.op !== 'some') return statement
    return { ...statement, many: prepareStatement(write({ ...rows, lead: undefined })) }
  }

  async #findPrepared(statement: LedStatement, given: ReferenceValues): Promise<PreparedRows> {
    const { many, from } = statement
    if (!many) return this.session.readPrepared(statement, statement.bind(given), from)
    if (this.session.isSearch) return this.session.readOnce(many, many.bind(given))
    return this.session.readPrepared(statement, statement.bind(given), from).catch((error: unknown) => {
      throw isRefused(error) ? new ManyLinked('A link leads to many records.', { cause: error }) : error
    })
  }

  /** C12.5: reads within the budget of the request, or at most `atMost` bytes at once. `load` gets the most bytes. */
  async #readWithin<Rows extends readonly unknown[]>(
    { bound, query, atMost }: BoundedRead,
    load: (most: number) => Promise<LoadedRows<Rows>>,
  ): Promise<Rows> {
    const { responseBudget, isInTransaction: keepsConnection } = this.session
    const loadOrRefuse = (most: number) =>
      load(most).catch((error: unknown) => {
        if (!isRefused(error)) throw error
        throw responseTooLarge(responseBudget.limit, adviseSmallerRead(query))
      })
    return atMost === undefined
      ? responseBudget.read(bound, loadOrRefuse, { keepsConnection })
      : (await loadOrRefuse(atMost)).rows
  }

  asSearch(unserved: string | null): Reader {
    return new SqlReader(this.session.asSearch(unserved))
  }

  async #load(query: Query, most: number | null): Promise<LoadedRows<readonly Row[]>> {
    const rows = await this.session.readRows(queryStatement(this.session.tables, query, most), query.from)
    return withBytes(rows, rows.at(-1)?.[BYTES])
  }

  async count(from: Collection, where: Query['where'], atMost: number): Promise<number> {
    if (isNever({ where })) return 0
    const statement = countStatement(this.session.tables, { from, where }, atMost)
    const [row] = await this.session.readRows(statement, from)
    return row?.count ?? 0
  }

  async countEach(
    from: Collection,
    wheres: readonly Query['where'][],
    atMost: number,
  ): Promise<readonly number[]> {
    if (wheres.length === 0) return []
    const [row] = await this.session.readRows(
      countEachStatement(this.session.tables, { from, wheres }, atMost),
      from,
    )
    return wheres.map((_, place) => row?.[String(place)] ?? 0)
  }
}
