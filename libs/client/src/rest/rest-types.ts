import type { Result } from '../errors/result.ts'

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

/** The methods of a path. `RestPaths` of the package and the file of `@content-service/client types` have this shape. */
export type PathTypes = { readonly [M in Method]?: { readonly response: unknown } }

export interface RequestOptions {
  readonly signal?: AbortSignal
  /** Further headers. */
  readonly headers?: Readonly<Record<string, string>>
  /** An entity tag, from `etag` of an earlier result: the write fails if somebody has changed the record since. */
  readonly ifMatch?: string
  /** `*` with PUT: create the record, and fail if it exists. */
  readonly ifNoneMatch?: '*'
  /** For POST: your own key, or false for none. Without it the client makes a key for each call. */
  readonly idempotencyKey?: string | false
}

/** `params`, `query` and `body` of an operation, and the options of each request. */
export type RequestOf<Operation> = Omit<Operation, 'response'> & RequestOptions

/** The options can be left out when no member is required. */
export type OptionArguments<Options> =
  Record<never, never> extends Options ? [options?: Options] : [options: Options]

type ResponseOf<Operation> = Operation extends { readonly response: infer Data } ? Data : never

export type PathsWith<Paths, M extends Method> = {
  [P in keyof Paths]: M extends keyof Paths[P] ? P : never
}[keyof Paths] &
  string

export interface Metadata {
  readonly status: number
  readonly headers: Headers
  /** The entity tag of the version in `data`, for `ifMatch`. */
  readonly etag: string | undefined
}

export type RestResult<Data> = Result<Data, Metadata>

type Operation<Paths, P, M> = P extends keyof Paths ? (M extends keyof Paths[P] ? Paths[P][M] : never) : never

export type RestCall<Paths, M extends Method> = <P extends PathsWith<Paths, M>>(
  path: P,
  ...options: OptionArguments<RequestOf<Operation<Paths, P, M>>>
) => Promise<RestResult<ResponseOf<Operation<Paths, P, M>>>>

/** A page of a list. */
export interface Page<Item> {
  readonly items: readonly Item[]
  /** The number of all items, counted to 10,000. */
  readonly totalCount: number
  /** False for a list of more than 10,000 items. */
  readonly totalIsExact: boolean
}

type ItemOf<Data> = Data extends readonly (infer Item)[] ? Item : never

/** The lists: paths whose GET gives an array. */
export type ListPaths<Paths> = {
  [P in PathsWith<Paths, 'get'>]: ResponseOf<Operation<Paths, P, 'get'>> extends readonly unknown[]
    ? P
    : never
}[PathsWith<Paths, 'get'>]

export type Rest<Paths> = { readonly [M in Method]: RestCall<Paths, M> } & {
  /** The pages of a list, one request each. Throws a ClientError. */
  pages<P extends ListPaths<Paths>>(
    path: P,
    ...options: OptionArguments<RequestOf<Operation<Paths, P, 'get'>>>
  ): AsyncIterable<Page<ItemOf<ResponseOf<Operation<Paths, P, 'get'>>>>>
}
