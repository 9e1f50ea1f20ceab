/** Calls `make` for the first caller only. So a start does not create documents that nobody requests. */
export const memoize = <Made>(make: () => Made): (() => Made) => {
  let made: { readonly value: Made } | undefined
  return () => (made ??= { value: make() }).value
}
