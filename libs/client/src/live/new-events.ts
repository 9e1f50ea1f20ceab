/** As many events as the service sends again at most. */
const REMEMBERED = 1_000

/** A function that tells whether an event is new. After a break the service can send an event again. */
export const createFilter = (): ((id: string | undefined) => boolean) => {
  const seen = new Set<string>()
  return (id) => {
    if (id === undefined) return true
    if (seen.has(id)) return false
    seen.add(id)
    for (const oldest of seen) if (seen.size > REMEMBERED) seen.delete(oldest)
    return true
  }
}
