export { type Client, type ClientOptions, createClient } from './client.ts'
export {
  type AbortedError,
  type ClientError,
  type GraphqlError,
  type ConflictError,
  type InputError,
  type InputProblem,
  isClientError,
  type MalformedResponseError,
  type NetworkError,
  type SignInError,
  type UnknownCodeError,
  type WaitError,
} from './errors/client-error.ts'
export type { Decimal } from './documents/graphql.ts'
export type { ServerCode } from './errors/server-codes.ts'
export type { RestPaths, Schemas } from './generated/rest.ts'
export type {
  Connection,
  ExecuteOptions,
  Graphql,
  GraphqlResult,
  TypedDocument,
  VariableArguments,
} from './graphql/graphql-types.ts'
export type { Result } from './errors/result.ts'
export type { Metadata, Page, RequestOptions, Rest, RestCall, RestResult } from './rest/rest-types.ts'
export type { Credentials, GetToken } from './transport/credentials.ts'
export type { FetchOptions, ServiceFetch } from './transport/fetch.ts'
export type { RetryOptions } from './transport/send.ts'
