import type { PreparedStatement } from './reading/prepared-statement.ts'
import { getLibrary, type ParseValue, type PipelineClient, type PreparedRows } from './pg-client.ts'
import { createTypes } from './type-parsers.ts'

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
  sync(): void
}

interface Description {
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number; readonly format: string }[]
}

/** The queries of `pg`, which an application can have brought with its pool. */
interface QueryClass {
  new (given: { readonly name?: string; readonly text: string; readonly values: unknown[] }): {
    readonly name?: string
    readonly text: string
    readonly values: readonly unknown[]
    hasBeenParsed(connection: Connection): boolean
    prepare(connection: Connection): void
  }
}

/** The parsers of the columns of each named statement of a connection. */
export type KnownColumns = Map<string, readonly ParseValue[]>

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
    readonly #known: KnownColumns
    #parsers: readonly ParseValue[] = []
    #error: unknown = null

    constructor(client: PipelineClient, known: KnownColumns, given: ConstructorParameters<QueryClass>[0]) {
      super(given)
      this.#client = client
      this.#known = known
    }

    get completion(): Promise<PreparedRows> {
      return this.#end.promise
    }

    override prepare(connection: Connection): void {
      const { name: statement = '', values } = this
      const parsers = this.#known.get(statement)
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
      if (this.name !== undefined) this.#known.set(this.name, this.#parsers)
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

const classes = new WeakMap<QueryClass, ReturnType<typeof makeReadQuery>>()

const findReadQuery = (client: PipelineClient): ReturnType<typeof makeReadQuery> => {
  const { Query } = getLibrary(client) as { readonly Query: QueryClass }
  const made = classes.get(Query) ?? makeReadQuery(Query)
  classes.set(Query, made)
  return made
}

/** Runs a statement that is not prepared. Its rows are objects, with times as texts of PostgreSQL. */
export const findObjects = async (
  client: PipelineClient,
  text: string,
  values: readonly unknown[],
): Promise<readonly object[]> => {
  const ReadQuery = findReadQuery(client)
  const query = new ReadQuery(client, new Map(), { text, values: [...values] })
  client.query(query)
  const rows = await query.completion
  return rows.map((row) => Object.fromEntries(row.map((value, place) => [query.names[place], value])))
}

/** Runs a statement, prepared under its name unless the connection keeps no statements. */
export const runRead = (
  client: PipelineClient,
  { name, text }: Pick<PreparedStatement, 'text'> & Partial<PreparedStatement>,
  values: readonly unknown[],
  known: KnownColumns,
): Promise<PreparedRows> => {
  const ReadQuery = findReadQuery(client)
  const query = new ReadQuery(client, known, {
    ...(name !== undefined && { name }),
    text,
    values: [...values],
  })
  client.query(query)
  return query.completion
}
