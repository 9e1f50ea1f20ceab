/** Returns what `make` made for the first caller. A start does not make what nobody may ask for. */
export const memoize = <Made>(make: () => Made): (() => Made) => {
  let made: { readonly value: Made } | undefined
  return () => (made ??= { value: make() }).value
}
