/** The steps of a change that two versions beside each other do not bear, in their order. */
export interface VersionSteps {
  /** A release before this version. */
  readonly first?: string
  /** What the migration of this version, or its start, needs. */
  readonly now?: string
  /** A release after this version. */
  readonly next?: string
}

/** A change with which processes of two versions cannot run beside each other as they are. */
export interface VersionChange {
  /** What happens while both versions run. */
  readonly problem: string
  readonly steps: VersionSteps
}
