import {
  relationOf,
  type Collection,
  type Query,
  type Reader,
  type Row,
  type Selection,
} from '@content-service/domain'
import type { StoreSession } from '../store-session.ts'
import { countStatement, queryStatement, relatedColumn } from './statement.ts'
import { isDate } from './tables.ts'

/** PostgreSQL writes times as text, inside JSON and out of it. */
const revived = (value: unknown): unknown => (typeof value === 'string' ? new Date(value) : value)

const reviveRelated = (to: Collection, select: Selection, value: unknown): unknown => {
  if (Array.isArray(value)) return value.map((row) => reviveRow(to, select, row))
  return value && reviveRow(to, select, value as Row)
}

const reviveRow = (of: Collection, select: Selection, read: Row): Row => {
  const row: Record<string, unknown> = {}
  for (const field of select.fields) row[field] = isDate(of, field) ? revived(read[field]) : read[field]
  for (const [place, related] of (select.related ?? []).entries()) {
    const { to } = relationOf(of, related.relation)
    row[related.as] = reviveRelated(to, related.select, read[relatedColumn(place)])
  }
  return row
}

/** Reads that stop before the database when the condition cannot hold. */
const isNever = ({ where }: Pick<Query, 'where'>): boolean =>
  where.op === 'or' && where.conditions.length === 0

export class SqlReader implements Reader {
  readonly #session: StoreSession

  constructor(session: StoreSession) {
    this.#session = session
  }

  async find(query: Query): Promise<readonly Row[]> {
    if (isNever(query)) return []
    const { rows } = await this.#session.read((em) => queryStatement(query).execute(em.getKysely()))
    return (rows as Row[]).map((row) => reviveRow(query.from, query.select, row))
  }

  async count(from: Collection, where: Query['where'], atMost: number): Promise<number> {
    if (isNever({ where })) return 0
    const statement = countStatement(from, where, atMost)
    const { rows } = await this.#session.read((em) => statement.execute(em.getKysely()))
    return (rows as { count: number }[])[0]?.count ?? 0
  }
}
