import type { RecordType } from '@content-service/domain'
import { listMovedCounters } from '@content-service/domain/internal/transfer'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { sql } from 'kysely'
import { toSnakeCase } from '../../statements/rows.ts'
import { execute, type Sql } from '../../statements/sql.ts'

type Values = Readonly<Record<string, unknown>>

/** The counters of a line, and its other values. */
export const splitCounters = <Given extends Values>(type: RecordType, given: Given) => {
  const names = new Set(listMovedCounters(type))
  const entries = Object.entries(given)
  return {
    counters: Object.fromEntries(entries.filter(([name]) => names.has(name))),
    // The values keep their types.
    values: Object.fromEntries(entries.filter(([name]) => !names.has(name))) as Given,
  }
}

/** Raises counters to those of lines; a record that readers have counted further keeps its own. */
const createRaise = (type: RecordType, rows: readonly Values[]): Sql => {
  const names = listMovedCounters(type)
  const records = sql.table(type.plural)
  const members = sql.join(names.map((name) => sql`${sql.id(name)} integer`))
  const raised = names.map((name) => {
    const column = sql.id(toSnakeCase(name))
    return sql`${column} = greatest(${records}.${column}, given.${sql.id(name)})`
  })
  const isLower = names.map((name) => sql`${records}.${sql.id(toSnakeCase(name))} < given.${sql.id(name)}`)
  return sql`with given as (select * from json_to_recordset(${JSON.stringify(rows)}::json) as t (id uuid, ${members})),
      locked as (select id from ${records} where id in (select id from given) order by id for no key update)
    update ${records} set ${sql.join(raised)} from given, locked
    where ${records}.id = given.id and locked.id = given.id and (${sql.join(isLower, sql` or `)})`
}

/** C17.10: the counters of lines whose records are there already. */
export class RaisedCounters {
  readonly #rows = new Map<RecordType, Map<string, Values>>()

  add(type: RecordType, id: string, counters: Values): void {
    if (Object.keys(counters).length === 0) return
    const rows = this.#rows.get(type) ?? new Map<string, Values>()
    this.#rows.set(type, rows.set(id, { id, ...counters }))
  }

  async write(em: SqlEntityManager): Promise<void> {
    for (const [type, rows] of this.#rows) await execute(em, createRaise(type, [...rows.values()]))
  }
}
