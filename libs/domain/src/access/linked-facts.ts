type Values = Readonly<Record<string, unknown>>

/**
 * The name of a fact of a linked record: `venue.ownerId`, `meeting.venue.status`. A row cannot have the record itself under
 * the name of the link, where clients put what they select.
 */
export const nameLinkedFact = (path: string, fact: string): string => `${path}.${fact}`

const isLinkedFact = (name: string): boolean => name.includes('.')

/** The facts of linked records in a record. */
export const pickLinkedFacts = (record: object): Values =>
  Object.fromEntries(Object.entries(record).filter(([name]) => isLinkedFact(name)))

/** The record without the facts of linked records. */
export const omitLinkedFacts = <R extends object>(record: R): R =>
  // No attribute of a record has a dot in its name.
  Object.fromEntries(Object.entries(record).filter(([name]) => !isLinkedFact(name))) as R

/** The facts at a path: null if there is no record, undefined if nobody has read them. Those behind further links are in their objects. */
const readObject = (values: Values, path: string, paths: readonly string[]): Values | null | undefined => {
  const id = values[nameLinkedFact(path, 'id')]
  if (id === undefined || id === null) return id
  const prefix = nameLinkedFact(path, '')
  const further = paths.filter((each) => each.startsWith(prefix)).map((each) => nameLinkedFact(each, ''))
  const object: Record<string, unknown> = {}
  for (const name of Object.keys(values))
    if (name.startsWith(prefix) && !further.some((each) => name.startsWith(each)))
      object[name.slice(prefix.length)] = values[name]
  return object
}

/**
 * The record as conditions read it: the facts of linked records are objects. `paths` are the relations of a permission, each
 * behind the one that it begins with.
 */
export const nestLinkedFacts = (record: object, paths: readonly string[]): object => {
  const values = record as Values
  const nested: Record<string, unknown> = { ...values }
  const objects = new Map([['', nested]])
  for (const path of paths) {
    const end = path.lastIndexOf('.')
    const parent = objects.get(path.slice(0, Math.max(end, 0)))
    if (parent === undefined) continue
    const object = readObject(values, path, paths)
    // A condition on what nobody has read is neither true nor false.
    parent[path.slice(end + 1)] = object
    if (object) objects.set(path, object as Record<string, unknown>)
  }
  return nested
}
