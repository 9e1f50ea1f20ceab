/** Each id of a response is a UUID, in records and in the keys of parts. */
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const NAME = /^@\d+$/
/** A cursor contains the id of a record. */
const CURSOR = /(?<="endCursor":")[^"]+/g

/** An id in a message that quotes the beginning of a long text. */
const CUT = /(?<=\\")[0-9a-f-]{4,35}…/g

/** Sorts the members of all objects: JSON keeps no order in a database. */
export const sortMembers = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sortMembers)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, member]) => [name, sortMembers(member)] as const)
  return Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/**
 * The ids of one store under names that all stores share: a name has the place of the first response with its id. The same
 * requests in the same order make the same names.
 */
export class StoreIds {
  readonly #names = new Map<string, string>()
  readonly #ids = new Map<string, string>()

  nameOf(id: string): string {
    const known = this.#names.get(id)
    if (known !== undefined) return known
    const name = `@${this.#names.size}`
    this.#names.set(id, name)
    this.#ids.set(name, id)
    return name
  }

  /** The id of a name; another text as it is. */
  idOf(name: string): string {
    return this.#ids.get(name) ?? name
  }

  /** A response with names in the place of ids. */
  toNames(body: unknown): string {
    return JSON.stringify(sortMembers(body))
      .replaceAll(UUID, (id) => this.nameOf(id))
      .replaceAll(CURSOR, (cursor) => this.nameOf(cursor))
      .replaceAll(CUT, '…')
  }

  /** A request with ids in the place of names. */
  toIds(value: unknown): unknown {
    if (typeof value === 'string') return NAME.test(value) ? this.idOf(value) : value
    if (Array.isArray(value)) return value.map((each) => this.toIds(each))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, this.toIds(member)]))
  }
}
