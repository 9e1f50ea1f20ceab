import type { ClientError } from '../errors/client-error.ts'

/**
 * A GraphQL document as text, with the types of its data and variables: a document of
 * `@content-service/client/graphql`, a document string of GraphQL Code Generator, or any text.
 */
export interface TypedDocument<Data, Variables> {
  toString(): string
  readonly __apiType?: (variables: Variables) => Data
}

export interface ExecuteOptions {
  readonly signal?: AbortSignal
  /** Further headers. */
  readonly headers?: Readonly<Record<string, string>>
  /**
   * Your own key, or false for none. Without it the client makes a key for each call, so that it can repeat a mutation.
   * A mutation with several root fields needs false.
   */
  readonly idempotencyKey?: string | false
}

/** The variables can be left out when none is required. */
export type VariableArguments<Variables> =
  Record<never, never> extends Variables
    ? [variables?: Variables, options?: ExecuteOptions]
    : [variables: Variables, options?: ExecuteOptions]

/** After an error `data` has the fields that could be read; a field with an error is null. */
export type GraphqlResult<Data> =
  | { readonly ok: true; readonly data: Data }
  | { readonly ok: false; readonly error: ClientError; readonly data: Data | null }

/** A list by cursor. Select `pageInfo { hasNextPage endCursor }` beside the nodes. */
export interface Connection {
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null }
}

export interface Graphql {
  /** Runs a query or a mutation. */
  <Data = unknown, Variables = Readonly<Record<string, unknown>>>(
    document: TypedDocument<Data, Variables>,
    ...rest: VariableArguments<Variables>
  ): Promise<GraphqlResult<Data>>
  /**
   * The pages of a connection, one request each. The document has the variable `$after: String`. Throws a ClientError.
   */
  pages<Data, Variables extends { readonly after?: string | null }, Page extends Connection>(
    document: TypedDocument<Data, Variables>,
    variables: Variables,
    select: (data: Data) => Page | null | undefined,
    options?: ExecuteOptions,
  ): AsyncIterable<Page>
}
