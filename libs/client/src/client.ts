import type { RestPaths } from './generated/rest.ts'
import { createGraphqlCall } from './graphql/graphql.ts'
import type { Graphql } from './graphql/graphql-types.ts'
import { createCache } from './rest/response-cache.ts'
import { createRest } from './rest/rest.ts'
import type { Rest } from './rest/rest-types.ts'
import { createFetch, type FetchOptions, type ServiceFetch } from './transport/fetch.ts'
import { createSend, type RetryOptions } from './transport/send.ts'

export interface ClientOptions extends FetchOptions, RetryOptions {
  /** The number of responses to GET that the client remembers (100). 0 turns the cache off. */
  readonly cacheSize?: number | undefined
}

/** A client of one service, for one user. */
export interface Client<Paths> {
  readonly graphql: Graphql
  readonly rest: Rest<Paths>
  /** The `fetch` of the platform with the address and the credential. It repeats nothing. */
  readonly fetch: ServiceFetch
}

/**
 * Creates a client. `Paths` has the types of the REST interface: of this package, or of the file that
 * `npx @content-service/client types` writes. Throws a TypeError for a wrong address and for two credentials.
 */
export function createClient<Paths = RestPaths>(options: ClientOptions): Client<Paths> {
  const fetch = createFetch(options)
  const send = createSend(fetch, options)
  return {
    graphql: createGraphqlCall(send),
    rest: createRest<Paths>(createCache(send, options.cacheSize ?? 100)),
    fetch,
  }
}
