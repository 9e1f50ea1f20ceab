import type * as tada from 'gql.tada'

export type { FragmentOf, ResultOf, VariablesOf } from 'gql.tada'

/** Data at run time is whole: only the types hide the fields of a fragment. So both functions return what they get. */
const lastOf = (...args: readonly unknown[]): unknown => args.at(-1)

/** The data of a fragment, inside the component that declares the fragment. */
export const readFragment = lastOf as typeof tada.readFragment

/** Data as the data of fragments, for tests: `maskFragments([card], { title: 'On types' })`. */
export const maskFragments = lastOf as typeof tada.maskFragments
