/** Values of some attributes, or a condition on a row. */
export type Match<Row> = Partial<Row> | ((row: Row) => boolean)

const matches =
  <Row extends object>(wanted: Match<Row>) =>
  (row: Row): boolean =>
    typeof wanted === 'function'
      ? wanted(row)
      : (Object.keys(wanted) as (keyof Row)[]).every((name) => row[name] === wanted[name])

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

  where(wanted: Match<Row>): readonly Row[] {
    return [...this.values()].filter(matches(wanted))
  }

  find(wanted: Match<Row>): Row | null {
    return this.where(wanted)[0] ?? null
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

  /** Returns a function that restores the present rows. */
  snapshot(): () => void {
    const rows = [...this]
    return () => {
      this.clear()
      for (const [key, row] of rows) this.set(key, row)
    }
  }
}
