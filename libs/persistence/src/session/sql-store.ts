import type { StoreSession } from './store-session.ts'

/** A store of one session. */
export abstract class SqlStore {
  protected readonly session: StoreSession

  constructor(session: StoreSession) {
    this.session = session
  }
}
