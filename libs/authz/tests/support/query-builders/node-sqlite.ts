import { DatabaseSync, type SQLInputValue } from 'node:sqlite'

/** The members of a statement of better-sqlite3 that Knex and TypeORM use, for a driver that needs no compiler. */
class Statement {
  readonly #statement
  readonly reader: boolean
  constructor(db: DatabaseSync, sql: string) {
    this.#statement = db.prepare(sql)
    this.reader = this.#statement.columns().length > 0
  }
  // Knex passes a list of values, and TypeORM passes the values.
  all = (...values: unknown[]) => this.#statement.all(...(values.flat() as SQLInputValue[]))
  run = (...values: unknown[]) => this.#statement.run(...(values.flat() as SQLInputValue[]))
}

/** The members of a database of better-sqlite3 that Knex and TypeORM use. */
export class BetterSqlite {
  readonly #db
  constructor(file: string) {
    this.#db = new DatabaseSync(file)
  }
  prepare = (sql: string) => new Statement(this.#db, sql)
  pragma = (sql: string) => this.#db.prepare(`pragma ${sql}`).all()
  close = () => this.#db.close()
}

type Callback = (this: object, error: unknown, rows?: unknown) => void

/** The members of a database of sqlite3 that Sequelize uses. Sequelize waits for each answer. */
class Sqlite3Database {
  readonly #db
  readonly filename
  constructor(filename: string, _mode: number, opened: (error: null) => void) {
    this.filename = filename
    this.#db = new DatabaseSync(filename)
    queueMicrotask(() => opened(null))
  }
  serialize = (run: () => void) => run()
  // The values can be absent.
  all = (sql: string, ...rest: readonly unknown[]) => this.#answer(sql, rest)
  run = this.all
  exec = this.all
  close = (done?: (error: null) => void) => {
    this.#db.close()
    done?.(null)
  }

  #answer(sql: string, rest: readonly unknown[]): this {
    const done = rest.find((each) => typeof each === 'function') as Callback | undefined
    const answer = (error: unknown, rows?: unknown) => queueMicrotask(() => done?.call({ sql }, error, rows))
    try {
      answer(null, this.#find(sql, typeof rest[0] === 'object' ? rest[0] : null))
    } catch (error) {
      answer(error)
    }
    return this
  }

  /** Sequelize names its values `$1`. */
  #find(sql: string, values: object | null): unknown {
    const statement = this.#db.prepare(sql)
    const named = { ...(values as Readonly<Record<string, SQLInputValue>> | null) }
    return Object.keys(named).length > 0 ? statement.all(named) : statement.all()
  }
}

/** The module sqlite3, for `dialectModule` of Sequelize. */
export const sqlite3 = { OPEN_READWRITE: 2, OPEN_CREATE: 4, Database: Sqlite3Database }
