/** A GraphQL request of code of a team. */
export interface GraphqlRequest {
  readonly document: string
  readonly variables: Readonly<Record<string, unknown>> | undefined
}

/** The operations of no record around the present work. */
export interface RunningOperations {
  /** Their names, the outermost first. */
  readonly names: readonly string[]
  /** Aborts when the innermost of them has no more time. */
  readonly signal: AbortSignal
}
