import type { RunTerms, Subscription } from '@content-service/domain/internal/handlers'
import { sql } from 'kysely'
import type { WorkTable } from '../statements/claims.ts'
import { selectFirstDue } from '../statements/first-due.ts'
import type { Sql } from '../statements/sql.ts'

export const RUNS: WorkTable = {
  table: sql`handler_runs`,
  dueAt: sql`next_attempt_at`,
  isOpen: sql`status = 'PENDING'`,
}

/** A handler with the number of runs that a process wants. */
type Wanting = RunTerms['handlers'][number]

/** The handlers of a process as the table `w`. */
export const listWanting = (handlers: readonly Wanting[]): Sql => {
  const given = handlers.map(({ name, on, atMost }) => ({ name, events: on, wanted: atMost }))
  return sql`json_to_recordset(${JSON.stringify(given)}::json) as w(name text, events text[], wanted integer)`
}

/** The handlers of subscriptions, each with one wanted run of each record. */
export const wantOne = (subscriptions: readonly Subscription[]): readonly Wanting[] =>
  [...Map.groupBy(subscriptions, ({ handler }) => handler)].map(([name, of]) => ({
    name,
    on: of.map(({ event }) => event),
    atMost: 1,
  }))

/** The condition of the runs of the handler `w` after events that the process knows. */
export const isRunOf = (row: Sql): Sql => sql`${row}.handler = w.name and ${row}.type = any(w.events)`

/** The first due runs of the handler `w`, as many as `w.wanted`: for each record only the earliest. */
export const selectDueRuns = (now: Date): Sql => selectFirstDue({ table: RUNS.table, isOf: isRunOf }, now)
