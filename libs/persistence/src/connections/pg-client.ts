/** The rows of a prepared statement, as the values of their columns. Times are texts of PostgreSQL, or dates. */
export type PreparedRows = readonly (readonly unknown[])[]

export type ParseValue = (text: string) => unknown
export interface TypeParsers {
  getTypeParser(type: number, format?: string): ParseValue
}

/** The part of a `pg` client that a pipeline uses. */
export interface PipelineClient extends TypeParsers {
  /** Sends a query of `pg`: see read-query.ts. */
  query(query: { readonly text: string }): unknown
  release(error?: Error | boolean): void
  /** The class of a client of `pg`; by default the class of this object. */
  readonly library?: object
  readonly connection: { readonly stream: { cork(): void; uncork(): void } }
}

/** The class of a client, which an application can have brought with its pool. */
export const getLibrary = (client: PipelineClient): object => client.library ?? client.constructor

export interface PipelinePool {
  connect(): Promise<PipelineClient>
  end(): Promise<void>
}
