import { type Row } from '@content-service/domain'
import {
  responseTooLarge,
  type PlanCache,
  type PreparedQuery,
  type Query,
  type PrepareOptions,
  type Reader,
  type ReferenceValues,
} from '@content-service/domain/reading'
import type { Collection } from '@content-service/domain/model'
import type { PreparedRows } from '../connections/pg-client.ts'
import { SqlStore } from '../session/sql-store.ts'
import { prepareStatement, type BoundStatement } from '../prepared/prepared-statement.ts'
import { reviveNamed, reviveValues } from './revive.ts'
import { computeBound, isRefused, queryStatement } from './query-statement.ts'
import { countStatement } from './statement.ts'

/** Whether the condition cannot hold, so that a read needs no statement. */
const isNever = ({ where }: Pick<Query, 'where'>): boolean =>
  where.op === 'or' && where.conditions.length === 0

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
    const { responseBudget, tables, isInTransaction: keepsConnection } = this.session
    const rows = await responseBudget.read(computeBound(tables, query), (most) => this.#load(query, most), {
      keepsConnection,
    })
    return rows.map(reviveNamed(this.session.tables.of(query.from), query.select, 'dates'))
  }

  prepare(query: Query, { times = 'dates', most }: PrepareOptions): PreparedQuery {
    const { tables } = this.session
    const statement = prepareStatement(queryStatement(tables, query, most))
    const revive = reviveValues(tables.of(query.from), query.select, times)
    const mayBeRefused = computeBound(tables, query) > most
    return {
      length: statement.text.length,
      // A prepared query belongs to the readers of the same database.
      find: async (reader, values) => {
        const rows = (reader as SqlReader).#findPrepared(statement, values)
        return (await (mayBeRefused ? rows.catch((reader as SqlReader).#refuse(query)) : rows)).map(revive)
      },
    }
  }

  prepareCount(rows: Parameters<Reader['prepareCount']>[0], atMost: number): PreparedQuery {
    const statement = prepareStatement(countStatement(this.session.tables, rows, atMost))
    return {
      length: statement.text.length,
      find: async (reader, values) =>
        (await (reader as SqlReader).#findPrepared(statement, values)).map(([count]) => ({ count })),
    }
  }

  #findPrepared(statement: BoundStatement, given: ReferenceValues): Promise<PreparedRows> {
    return this.session.readPrepared(statement, statement.bind(given))
  }

  #load(query: Query, most: number): Promise<readonly Row[]> {
    const { session } = this
    return session.readRows(queryStatement(session.tables, query, most)).catch(this.#refuse(query))
  }

  /** Throws an error again, in the words of C12.5 if it refuses a result. */
  #refuse(query: Query): (error: unknown) => never {
    return (error) => {
      if (!isRefused(error)) throw error
      throw responseTooLarge(this.session.responseBudget.limit, adviseSmallerRead(query))
    }
  }

  async count(from: Collection, where: Query['where'], atMost: number): Promise<number> {
    if (isNever({ where })) return 0
    const statement = countStatement(this.session.tables, { from, where }, atMost)
    const [row] = await this.session.readRows(statement)
    return row?.count ?? 0
  }
}
