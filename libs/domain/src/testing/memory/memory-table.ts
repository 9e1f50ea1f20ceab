/** Values of some attributes, or a condition on a row. */
export type Match<Row> = Partial<Row> | ((row: Row) => boolean)

const toTest = <Row extends object>(wanted: Match<Row>): ((row: Row) => boolean) => {
  if (typeof wanted === 'function') return wanted
  const names = Object.keys(wanted) as (keyof Row)[]
  return (row) => names.every((name) => row[name] === wanted[name])
}

/** The rows of a table by their key, in the order in which the rows were added. */
export class MemoryTable<Row extends object, Key> extends Map<Key, Row> {
  readonly #keyOf: (row: Row) => Key

  constructor(keyOf: (row: Row) => Key, rows: readonly Row[] = []) {
    super()
    this.#keyOf = keyOf
    for (const row of rows) this.put(row)
  }

  /** Adds the row, or replaces the row with its key. */
  put(row: Row): Row {
    this.set(this.#keyOf(row), row)
    return row
  }

  /** @throws Error if no row has the key. */
  getKnown(key: Key): Row {
    const row = this.get(key)
    if (row === undefined) throw new Error(`The table has no row ${String(key)}.`)
    return row
  }

  where(wanted: Match<Row>): readonly Row[] {
    return [...this.values()].filter(toTest(wanted))
  }

  find(wanted: Match<Row>): Row | null {
    const isWanted = toTest(wanted)
    for (const row of this.values()) if (isWanted(row)) return row
    return null
  }

  /** Changes some attributes of the rows that match. */
  change(wanted: Match<Row>, changes: Partial<Row> | ((row: Row) => Partial<Row>)): void {
    for (const row of this.where(wanted))
      this.put({ ...row, ...(typeof changes === 'function' ? changes(row) : changes) })
  }

  /** Removes the rows that match, and returns them. */
  remove(wanted: Match<Row>, atMost = Infinity): readonly Row[] {
    const removed = this.where(wanted).slice(0, atMost)
    for (const row of removed) this.delete(this.#keyOf(row))
    return removed
  }

  /** Replaces all rows by rows that the table had before. */
  restore(rows: Iterable<readonly [Key, Row]>): void {
    this.clear()
    for (const [key, row] of rows) this.set(key, row)
  }
}
