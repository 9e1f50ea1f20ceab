export interface Source {
  readonly path: string
  readonly text: string
}

/** A line that the command does not change. */
export interface Leftover {
  readonly path: string
  readonly line: number
  readonly message: string
}
