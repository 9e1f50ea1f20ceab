import type { AbstractSetupSchema, initGraphQLTada } from 'gql.tada'

/** A decimal as a text, such as `12.50`. A number of JavaScript would lose digits. */
export type Decimal = `${number}`

/** The TypeScript types of the scalars of the service. */
export interface Scalars {
  ID: string
  Date: string
  Decimal: Decimal
  Email: string
  URL: string
  JSON: unknown
}

/**
 * Writes typed documents. A document has the type of gql.tada and is text at run time, so it needs no parser.
 * `persisted` of gql.tada is left out: the service keeps queries by their hash, without a list of the client.
 */
export type GraphqlFunction<Introspection extends AbstractSetupSchema['introspection']> = initGraphQLTada<{
  introspection: Introspection
  scalars: Scalars
}> & { readonly persisted: never }

/** A comment of GraphQL between the parts of a document, which shows where a fragment that occurs twice begins. */
const SEPARATOR = '\n#\n'

const joinParts = (source: string, fragments: readonly string[] = []): string => {
  const parts = fragments.flatMap((fragment) => fragment.split(SEPARATOR))
  return [...new Set([source.replaceAll(/@_unmask\b/g, ''), ...parts])].join(SEPARATOR)
}

/**
 * The `graphql` function for the types of a service: `createGraphql<introspection>()` with the type that
 * `npx @content-service/client types` writes.
 */
export const createGraphql = <
  Introspection extends AbstractSetupSchema['introspection'],
>(): GraphqlFunction<Introspection> =>
  // gql.tada computes the type of a document from its text, which no expression at run time can show.
  Object.assign(joinParts, {
    scalar: (_name: string, value: unknown) => value,
  }) as unknown as GraphqlFunction<Introspection>
