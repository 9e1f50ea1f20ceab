import type { AuditContext } from '@content-service/domain/internal/audit'
import type { NewDomainEvent } from '@content-service/domain/internal/events'
import type { SqlEntityManager } from '@mikro-orm/sql'
import { toEntryRow, type NewAuditEntry } from './audit-entries.ts'
import { toEventRow } from './outbox.ts'
import { toSnakeCase } from '../statements/rows.ts'
import { findPreparedRows } from '../statements/sql.ts'

/** The types of columns in SQL, by the names of their attributes. */
export type ColumnTypes = Readonly<Record<string, string>>

const ENTRY: ColumnTypes = {
  id: 'uuid',
  at: 'timestamptz',
  actorId: 'integer',
  credential: 'text',
  address: 'text',
  requestId: 'text',
  action: 'text',
  resource: 'text',
  resourceId: 'text',
  decision: 'text',
  field: 'text',
  reason: 'text',
  moreRefused: 'integer',
}
const EVENT: ColumnTypes = {
  id: 'uuid',
  at: 'timestamptz',
  type: 'text',
  resource: 'text',
  resourceId: 'text',
  data: 'jsonb',
  depth: 'integer',
}

/** The columns of rows that a statement reads from JSON. */
export const declareColumns = (columns: ColumnTypes): string =>
  Object.entries(columns)
    .map(([attribute, type]) => `"${attribute}" ${type}`)
    .join(', ')

export const nameColumns = (columns: ColumnTypes): string =>
  Object.keys(columns)
    .map((attribute) => `"${toSnakeCase(attribute)}"`)
    .join(', ')

export const selectColumns = (given: string, columns: ColumnTypes): string =>
  Object.keys(columns)
    .map((attribute) => `${given}."${attribute}"`)
    .join(', ')

/** Inserts the entries of the audit log from the JSON of a placeholder. */
export const insertEntries = (placeholder: string, where = 'true'): string =>
  `insert into audit_entries (${nameColumns(ENTRY)}) select ${selectColumns('entry', ENTRY)}
      from json_to_recordset(${placeholder}) as entry(${declareColumns(ENTRY)}) where ${where}`

/** Inserts events from the JSON of a placeholder, in their order. */
export const insertEvents = (placeholder: string, where = 'true'): string =>
  `insert into events (${nameColumns(EVENT)}) select ${selectColumns('event', EVENT)}
      from rows from (json_to_recordset(${placeholder}) as (${declareColumns(EVENT)})) with ordinality as event
      where ${where} order by event.ordinality`

const ENTRIES = insertEntries('$1')
const ENTRIES_AND_EVENTS = `with noted as (${ENTRIES}) ${insertEvents('$2')}`

/** The facts that are stored in the transaction of a write: entries of the audit log (C7.10) and events (C11.1). */
export interface Recorded {
  readonly entries: readonly NewAuditEntry[]
  readonly events?: readonly NewDomainEvent[]
}

/**
 * Stores them with one statement. It takes the positions of the events while the written rows are locked, so that the
 * events of one record follow the order of its commits.
 */
export const appendRecorded = async (
  em: SqlEntityManager,
  auditContext: AuditContext,
  { entries, events = [] }: Recorded,
): Promise<void> => {
  if (entries.length === 0) return
  const rows = JSON.stringify(entries.map((entry) => toEntryRow(auditContext, entry)))
  if (events.length === 0) return void (await findPreparedRows(em, ENTRIES, [rows]))
  const told = JSON.stringify(events.map((event) => toEventRow(auditContext, event)))
  await findPreparedRows(em, ENTRIES_AND_EVENTS, [rows, told])
}
