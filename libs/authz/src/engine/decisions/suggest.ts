/** Whether one text becomes the other if you insert, remove or replace at most two letters. */
function isNear(a: string, b: string, steps = 2): boolean {
  const [restOfA, restOfB] = [a.slice(1), b.slice(1)]
  return (
    a === b ||
    (a[0] === b[0]
      ? isNear(restOfA, restOfB, steps)
      : steps > 0 &&
        (isNear(restOfA, restOfB, steps - 1) ||
          isNear(restOfA, b, steps - 1) ||
          isNear(a, restOfB, steps - 1)))
  )
}

/** `; did you mean "articles:write"?`, or an empty text if no name is similar. */
export function suggest(name: string, known: Iterable<string>): string {
  // The test recurses for each letter, and nobody writes such long names by hand.
  const similar = name.length < 100 ? [...known].find((other) => isNear(name, other)) : undefined
  return similar === undefined ? '' : `; did you mean "${similar}"?`
}

/** The end of a message about a name that a policy does not define. */
export const describeUnknown = (what: 'permission' | 'role', name: string, known: Iterable<string>): string =>
  `the ${what} ${name}, which the policy does not define${suggest(name, known) || '.'}`
