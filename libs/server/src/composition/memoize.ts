/** Calls `make` once, for the first caller, so that a start does not create documents without a request. */
export const memoize = <Made>(make: () => Made): (() => Made) => {
  let made: { readonly value: Made } | undefined
  return () => (made ??= { value: make() }).value
}
