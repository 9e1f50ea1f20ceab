import type { MemorySession } from './memory-session.ts'
import type { MemoryTables } from './memory-tables.ts'

/** A store of one memory session. */
export abstract class MemoryStore {
  protected readonly session: MemorySession

  constructor(session: MemorySession) {
    this.session = session
  }

  protected get tables(): MemoryTables {
    return this.session.tables
  }
}
