import type { Act } from '../../audit/audit-entry.ts'
import type { MemoryTables } from './memory-tables.ts'

/** What the stores of one operation share: the tables, and the act that their writes are entered as. */
export class MemorySession {
  readonly tables: MemoryTables
  readonly act: Act

  constructor(tables: MemoryTables, act: Act) {
    this.tables = tables
    this.act = act
  }

  wrote(resource: string, ...ids: readonly (string | number)[]): void {
    this.tables.enter(
      this.act,
      ids.map((id) => ({ resource, resourceId: String(id), decision: 'ALLOW' })),
    )
  }
}
