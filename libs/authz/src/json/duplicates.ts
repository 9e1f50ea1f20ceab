/** A copy of JSON data in which each list has each of its values once. The schema of policies refuses a name that occurs twice. */
export function withoutDuplicates<T>(data: T): T {
  const inner = (given: unknown): unknown => {
    if (Array.isArray(given)) return [...new Set<unknown>(given)].map(inner)
    return typeof given === 'object' && given !== null
      ? Object.fromEntries(Object.entries(given).map(([name, member]) => [name, inner(member)]))
      : given
  }
  return inner(data) as T
}
