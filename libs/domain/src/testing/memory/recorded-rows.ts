import { getChangedRecord, type Change } from '../../events/domain-event.ts'
import type { MemorySession } from './memory-session.ts'
import type { MemoryTable } from './memory-table.ts'

const doNothing = (): void => undefined

/** The rows of a table whose writes have entries in the audit log. */
export class RecordedRows<R extends { readonly id: string | number }> {
  protected readonly session: MemorySession
  protected readonly resource: string
  protected readonly table: MemoryTable<R, R['id']>

  constructor(session: MemorySession, resource: string, table: MemoryTable<R, R['id']>) {
    this.session = session
    this.resource = resource
    this.table = table
  }

  find(id: R['id']): R | null {
    return this.table.get(id) ?? null
  }

  /** Adds the row, or replaces the row with its id. */
  put(row: R): R {
    this.keep(row)
    this.record([{ before: null, after: row }])
    return row
  }

  /** Stores the decision; null if there is no row with this id. `finish` writes what belongs to the change. */
  change(
    id: R['id'],
    decide: (current: R) => R,
    finish: (change: { readonly before: R; readonly after: R }) => void = doNothing,
  ): R | null {
    const before = this.find(id)
    if (before === null) return null
    const after = decide(before)
    this.keep(after)
    finish({ before, after })
    this.record([{ before, after }])
    return after
  }

  /** False if there is no row with this id. `finish` removes what belongs to the row. */
  remove(id: R['id'], decide: (current: R) => void, finish = doNothing): boolean {
    const row = this.find(id)
    if (row === null) return false
    decide(row)
    this.removeAll([row], finish)
    return true
  }

  removeAll(rows: readonly R[], finish = doNothing): void {
    for (const { id } of rows) this.table.delete(id)
    finish()
    this.record(rows.map((before) => ({ before, after: null })))
  }

  /** Stores a row without an entry. */
  protected keep(row: R): void {
    this.table.put(row)
  }

  protected record(changes: readonly Change<R>[]): void {
    this.session.recordWrite(this.resource, ...changes.map((change) => getChangedRecord(change).id))
  }
}
