import { sql } from 'kysely'
import type { WorkTable } from '../statements/claims.ts'
import { selectFirstDue } from '../statements/first-due.ts'
import type { Sql } from '../statements/sql.ts'

export const DELIVERIES: WorkTable = {
  table: sql`webhook_deliveries`,
  dueAt: sql`next_attempt_at`,
  isOpen: sql`status = 'PENDING'`,
}

/** The first due deliveries of the webhook `w`, as many as `w.wanted`: for each record only the earliest. */
export const selectDueOfWebhook = (now: Date): Sql =>
  selectFirstDue({ table: DELIVERIES.table, isOf: (row) => sql`${row}.webhook_id = w.id` }, now)
