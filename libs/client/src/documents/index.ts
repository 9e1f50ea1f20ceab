import type { introspection } from '../generated/introspection.ts'
import { createGraphql, type GraphqlFunction } from './graphql.ts'

export { type FragmentOf, maskFragments, readFragment, type ResultOf, type VariablesOf } from './fragments.ts'
export { createGraphql, type GraphqlFunction, type Scalars } from './graphql.ts'
export type { introspection } from '../generated/introspection.ts'

/** Writes documents with the types of the service as it comes. */
export const graphql: GraphqlFunction<introspection> = createGraphql<introspection>()
