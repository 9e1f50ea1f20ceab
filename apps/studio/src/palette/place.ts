/** Somewhere to go. */
export interface Place {
  readonly key: string
  readonly label: string
  readonly about: string
  readonly path: string
  /** Null for a page that is no record. */
  readonly id: string | null
}
