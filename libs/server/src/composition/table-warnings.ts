import type { ContentModel } from '@content-service/domain'
import type { Database } from '@content-service/persistence'
import type { Logger } from 'pino'
import { checkTables, checkTablesAtStart } from './check-tables.ts'

/** Another version can store such records at any time. A comparison reads each column of states. */
const FRESH_MS = 600_000

/** C15.17: the differences between tables and content types with which this process runs. */
export type ListTableWarnings = () => Promise<readonly string[]>

/** Compares the tables again when somebody asks ten minutes later, and logs each new difference. */
class TableWarnings {
  readonly #check: ListTableWarnings
  readonly #log: Logger
  #last: Promise<readonly string[]>
  #at = performance.now()
  #logged: readonly string[] = []

  constructor(check: ListTableWarnings, log: Logger, first: readonly string[]) {
    this.#check = check
    this.#log = log
    this.#last = Promise.resolve(this.#note(first))
  }

  list(): Promise<readonly string[]> {
    if (performance.now() - this.#at < FRESH_MS) return this.#last
    this.#at = performance.now()
    const before = this.#last
    // The log of the start has the differences that no process can run with.
    this.#last = this.#check().then(
      (found) => this.#note(found),
      () => before,
    )
    return this.#last
  }

  #note(found: readonly string[]): readonly string[] {
    for (const message of found)
      if (!this.#logged.includes(message))
        this.#log.warn(`${message}. See docs/faults-and-alarms.md#versions-beside-each-other`)
    this.#logged = found
    return found
  }
}

/** Compares the tables at the start, logs the differences, and returns a function that lists them. @throws OperatorError. */
export const watchTables = async (
  database: Database,
  model: ContentModel,
  log: Logger,
): Promise<ListTableWarnings> => {
  const check = () => checkTables(database, model)
  const warnings = new TableWarnings(check, log, await checkTablesAtStart(database, model))
  return () => warnings.list()
}
