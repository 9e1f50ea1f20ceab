export interface Source {
  readonly path: string
  readonly text: string
}

/** A line that a person must look at. */
export interface Leftover {
  readonly path: string
  /** The line and the column count from 1. */
  readonly line: number
  readonly column: number
  readonly message: string
}
