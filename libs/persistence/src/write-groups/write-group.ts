import type { PreparedRows } from '../connections/pg-client.ts'
import type { PreparedStatement } from '../statements/prepared-statement.ts'
import { bindRows, type InsertStatements, type NewRow } from './insert-statement.ts'
import { RunAlone } from './run-alone.ts'

/** A connection that takes the next statement before the result of the earlier one. */
export interface GroupConnection {
  find(statement: PreparedStatement, values: readonly unknown[]): Promise<PreparedRows>
  findObjects(text: string, values: readonly unknown[]): Promise<readonly object[]>
}

/** A row that waits for its transaction. */
export interface WaitingRow {
  readonly row: NewRow
  readonly joined: (member: Member) => void
  readonly refused: (error: RunAlone) => void
}

/** Then the group gives up a request that neither commits nor leaves. */
const DECISION_MS = 1_000

const command = (text: string) => ({ name: text, text })

/** Rows that one statement inserts. */
const groupByStatement = (waiting: readonly WaitingRow[], statements: InsertStatements) =>
  Map.groupBy(
    waiting.map(({ row }) => row),
    (row) => statements.find(row),
  )

const throwRunAlone = (): never => {
  throw new RunAlone()
}

/** The reads of a group, until its transaction ends. */
interface GroupReads {
  read<Rows>(work: (connection: GroupConnection) => Promise<Rows>): Promise<Rows>
}

/** The part of one request in the transaction of its group. */
export class Member {
  readonly #group: GroupReads
  readonly #decide: (commits: boolean) => Promise<unknown>

  constructor(group: GroupReads, decide: (commits: boolean) => Promise<unknown>) {
    this.#group = group
    this.#decide = decide
  }

  /** Reads in the transaction. @throws RunAlone. */
  find(statement: PreparedStatement, values: readonly unknown[]): Promise<PreparedRows> {
    return this.#group.read((connection) => connection.find(statement, values))
  }

  /** Reads in the transaction with a statement that is not prepared. @throws RunAlone. */
  findObjects(text: string, values: readonly unknown[]): Promise<readonly object[]> {
    return this.#group.read((connection) => connection.findObjects(text, values))
  }

  /** Waits for the commit of the group. @throws RunAlone if the group is rolled back. */
  async commit(): Promise<void> {
    await this.#decide(true)
  }

  /** Rolls back the group: its other requests run again alone. */
  async leave(): Promise<void> {
    await this.#decide(false).catch(() => undefined)
  }
}

interface GroupOptions {
  readonly statements: InsertStatements
  /** Called as soon as the group only waits for the end of its transaction. */
  readonly ending: () => void
}

/** A transaction of several requests, each of which has written one row. */
export class WriteGroup {
  readonly #connection: GroupConnection
  readonly #options: GroupOptions
  readonly #decided = Promise.withResolvers<boolean>()
  readonly #ended = Promise.withResolvers<null>()
  #undecided = 0
  #isEnding = false

  constructor(connection: GroupConnection, options: GroupOptions) {
    this.#connection = connection
    this.#options = options
    // A group without members has no request that hears of its end.
    this.#ended.promise.catch(() => undefined)
  }

  /** Runs the transaction, and tells each request about its part. False if PostgreSQL may not have ended it. */
  async run(waiting: readonly WaitingRow[]): Promise<boolean> {
    const inserted = await this.#insert(waiting)
    const members = waiting.filter(({ row }) => inserted.has(String(row.record.id)))
    this.#undecided = members.length
    for (const each of waiting)
      if (members.includes(each)) each.joined(this.#createMember())
      else each.refused(new RunAlone())
    const commits = members.length > 0 && (await this.#decision())
    this.#isEnding = true
    const ended = commits ? this.#commit() : this.#rollBack()
    this.#options.ending()
    return ended
  }

  /** The ids of the inserted rows; none if a statement fails. */
  async #insert(waiting: readonly WaitingRow[]): Promise<ReadonlySet<string>> {
    const begun = this.#connection.find(command('begin'), [])
    const inserts = [...groupByStatement(waiting, this.#options.statements)].map(([statement, rows]) =>
      this.#connection.find(statement, bindRows(rows)),
    )
    const results = await Promise.allSettled([begun, ...inserts])
    if (results.some(({ status }) => status === 'rejected')) return new Set()
    const rows = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []))
    return new Set(rows.map(([id]) => String(id)))
  }

  /** After the last statement of the transaction, the connection belongs to others. @throws RunAlone. */
  async read<Rows>(work: (connection: GroupConnection) => Promise<Rows>): Promise<Rows> {
    if (this.#isEnding) throw new RunAlone()
    return work(this.#connection).catch(throwRunAlone)
  }

  #createMember(): Member {
    let hasDecided = false
    return new Member(this, (commits) => {
      if (!commits) this.#decided.resolve(false)
      else if (!hasDecided && --this.#undecided === 0) this.#decided.resolve(true)
      hasDecided = true
      return this.#ended.promise
    })
  }

  /** Whether all requests of the group commit. */
  #decision(): Promise<boolean> {
    const timer = setTimeout(() => this.#decided.resolve(false), DECISION_MS)
    return this.#decided.promise.finally(() => clearTimeout(timer))
  }

  /** After an error, nobody knows whether PostgreSQL has committed, so that no request may run again. */
  #commit(): Promise<boolean> {
    return this.#connection.find(command('commit'), []).then(
      () => (this.#ended.resolve(null), true),
      (error: unknown) => (this.#ended.reject(error), false),
    )
  }

  #rollBack(): Promise<boolean> {
    return this.#connection
      .find(command('rollback'), [])
      .then(
        () => true,
        () => false,
      )
      .finally(() => this.#ended.reject(new RunAlone()))
  }
}
