import {
  getLibrary,
  type ParseValue,
  type PipelineClient,
  type PreparedRows,
} from '../connections/pg-client.ts'
import { createTypes } from '../connections/type-parsers.ts'
import type { DatabaseError } from '../statements/store-errors.ts'
import type { PreparedStatement } from '../statements/prepared-statement.ts'
import type { NamedStatement, NamedStatements } from './named-statements.ts'

/** The part of a connection of `pg` that sends messages. */
interface Connection {
  bind(bound: {
    readonly portal: string
    readonly statement: string
    readonly values: readonly unknown[]
    readonly binary: false
    readonly valueMapper: (value: unknown) => string | null
  }): void
  execute(portal: { readonly portal: string }): void
  close(statement: { readonly type: 'S'; readonly name: string }): void
  sync(): void
  readonly parsedStatements: Record<string, string>
}

interface Description {
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number; readonly format: string }[]
}

/** The queries of `pg`, which an application can have brought with its pool. */
interface QueryClass {
  new (
    text: string,
    values: unknown[],
  ): {
    name?: string
    readonly text: string
    readonly values: readonly unknown[]
    hasBeenParsed(connection: Connection): boolean
    prepare(connection: Connection): void
  }
}

/** A statement with its values, under a name if it is prepared. */
interface GivenQuery {
  readonly name?: string
  readonly text: string
  readonly values: unknown[]
}

const PLAIN: ReadonlySet<string> = new Set(['string', 'number', 'boolean'])
const isPlain = (value: unknown): boolean => value === null || PLAIN.has(typeof value)
const toText = (value: unknown): string | null => (value === null ? null : String(value))

const makeReadQuery = (Query: QueryClass) =>
  /** A read that asks PostgreSQL for the columns of a named statement once for each connection. */
  class ReadQuery extends Query {
    /** The names of the columns, after a description of PostgreSQL. */
    names: readonly string[] = []
    readonly #rows: unknown[][] = []
    readonly #end = Promise.withResolvers<PreparedRows>()
    readonly #client: PipelineClient
    readonly #statement: NamedStatement | null
    #parsers: readonly ParseValue[] = []
    #error: unknown = null

    constructor(
      client: PipelineClient,
      statement: NamedStatement | null,
      { name, text, values }: GivenQuery,
    ) {
      // `pg` copies an object with its descriptors, which takes longer than all else here.
      super(text, values)
      if (name !== undefined) this.name = name
      this.#client = client
      this.#statement = statement
    }

    get completion(): Promise<PreparedRows> {
      return this.#end.promise
    }

    override prepare(connection: Connection): void {
      const { name: statement = '', values } = this
      const parsers = this.#statement?.parsers
      if (parsers === undefined || !this.hasBeenParsed(connection) || !values.every(isPlain))
        return super.prepare(connection)
      this.#parsers = parsers
      connection.bind({ portal: '', statement, values, binary: false, valueMapper: toText })
      // eslint-disable-next-line no-restricted-syntax -- a message of the protocol, without a text
      connection.execute({ portal: '' })
      connection.sync()
    }

    handleRowDescription({ fields }: Description): void {
      this.names = fields.map(({ name }) => name)
      const types = createTypes(this.#client)
      this.#parsers = fields.map((field) => types.getTypeParser(field.dataTypeID, field.format))
      if (this.#statement) this.#statement.parsers = this.#parsers
    }

    handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
      try {
        this.#rows.push(
          fields.map((text, place) => (text === null ? null : (this.#parsers[place] as ParseValue)(text))),
        )
      } catch (error) {
        this.#error = error
      }
    }

    handleCommandComplete(): void {
      // `handleReadyForQuery` ends the read.
    }

    handleReadyForQuery(): void {
      if (this.#error === null) this.#end.resolve(this.#rows)
      else this.#end.reject(this.#error)
    }

    handleError(error: unknown): void {
      this.#end.reject(error)
    }
  }

const makeCloseStatement = (Query: QueryClass) =>
  /** A query that ends a named statement, in its turn among the other queries of the connection. */
  class CloseStatement extends Query {
    readonly #name: string

    constructor(name: string) {
      // The SQL that does the same, so that tools which count statements see this one.
      super(`deallocate "${name}"`, [])
      this.#name = name
    }

    /** Unlike the SQL, the message also ends the statement within a failed transaction. */
    submit(connection: Connection): null {
      connection.close({ type: 'S', name: this.#name })
      connection.sync()
      Reflect.deleteProperty(connection.parsedStatements, this.#name)
      return null
    }

    handleReadyForQuery(): void {
      // The statement has ended.
    }

    handleError(): void {
      // Only a broken connection refuses it, and takes all its statements along.
    }
  }

const makeClasses = (Query: QueryClass) => ({
  ReadQuery: makeReadQuery(Query),
  CloseStatement: makeCloseStatement(Query),
})

/** The classes of each `pg`: in a pipeline, `pg` takes only queries of its own class. */
const classes = new WeakMap<QueryClass, ReturnType<typeof makeClasses>>()

const findClasses = (client: PipelineClient): ReturnType<typeof makeClasses> => {
  const { Query } = getLibrary(client) as { readonly Query: QueryClass }
  const made = classes.get(Query) ?? makeClasses(Query)
  classes.set(Query, made)
  return made
}

/** Runs a statement that is not prepared. Its rows are objects, with times as texts of PostgreSQL. */
export const findObjects = async (
  client: PipelineClient,
  text: string,
  values: readonly unknown[],
): Promise<readonly object[]> => {
  const { ReadQuery } = findClasses(client)
  const query = new ReadQuery(client, null, { text, values: [...values] })
  client.query(query)
  const rows = await query.completion
  return rows.map((row) => Object.fromEntries(row.map((value, place) => [query.names[place], value])))
}

/** Runs a statement without a name, which leaves PostgreSQL with its result. */
export const runOnce = (
  client: PipelineClient,
  text: string,
  values: readonly unknown[],
): Promise<PreparedRows> => runQuery(client, null, { text, values: [...values] })

/** Runs a statement, prepared under its name if the connection has room for it. */
export const runNamed = async (
  client: PipelineClient,
  { name, text }: PreparedStatement,
  values: readonly unknown[],
  known: NamedStatements,
): Promise<PreparedRows> => {
  const { CloseStatement } = findClasses(client)
  const statement = known.take(name, text, (closed) => client.query(new CloseStatement(closed)))
  if (statement === null) return runOnce(client, text, values)
  try {
    return await runQuery(client, statement, { name, text, values: [...values] })
  } catch (error) {
    if (!isMissing(error)) throw error
    return await runOnce(client, text, values)
  } finally {
    statement.running -= 1
  }
}

/** PostgreSQL does not know a statement whose first query, which was to prepare it, was ended before. */
const isMissing = (error: unknown): boolean => (error as DatabaseError).code === '26000'

const runQuery = (
  client: PipelineClient,
  statement: NamedStatement | null,
  given: GivenQuery,
): Promise<PreparedRows> => {
  const { ReadQuery } = findClasses(client)
  const query = new ReadQuery(client, statement, given)
  client.query(query)
  return query.completion
}
